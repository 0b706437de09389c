-- Functions that PostgreSQL has since 17 and 18, for those before. The first 48 bits of a UUIDv7 are milliseconds.
do $$
begin
  if to_regprocedure('uuidv7()') is null then
    create function uuidv7(shift interval default '0') returns uuid language sql volatile as $uuidv7$
      select (
        lpad(to_hex(floor(extract(epoch from clock_timestamp() + shift) * 1000)::bigint), 12, '0')
        || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)
      )::uuid
    $uuidv7$;
  end if;
  if to_regprocedure('uuid_extract_timestamp(uuid)') is null then
    create function uuid_extract_timestamp(id uuid) returns timestamptz language sql immutable strict as $extract$
      select to_timestamp(('x0000' || left(replace(id::text, '-', ''), 12))::bit(64)::bigint / 1000.0)
    $extract$;
  end if;
end
$$;
