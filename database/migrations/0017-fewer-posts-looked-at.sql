-- Searches look at fewer posts. A young market has few: to look its newest through before its index took as long as the rest of
-- a search.

-- Where there are few posts, in all of them. Else among the newest, then in windows of as many posts as have enough, by how many
-- the windows before had. What the index is slow to look up is as slow in a window: where none of the newest have it, then in
-- all at once, unless they are too many.
create or replace function newest_posts_with(
  indexed tsquery, rest tsquery, is_slow boolean, besides tsquery, beginning text, in_stream text, enough integer,
  out ids uuid[], out are_all boolean
) language plpgsql stable as $$
declare
  few constant bigint := 16384;
  place bigint := (select last_value from posts_in_order);
  wanted bigint := 8192; -- of the newest posts
  bits integer := 13; -- of the size of a window
  first integer;
  latest integer;
  newest integer;
begin
  are_all := indexed is null; -- it has a word that nobody has posted
  if are_all then ids := '{}'; return; end if;
  if place <= few then
    select * from all_posts_with(indexed, rest, besides, beginning, enough) into ids, are_all;
    if are_all then return; end if;
  end if;
  if in_stream = '' then -- a stream's posts lie scattered: no faster to look through than to look up
    foreach newest in array array[250, 1000] loop
      ids := array(
        select post_id
        from (select post_id, words from searchable_posts order by post_id desc limit newest) as looked_through
        where words @@ indexed and (rest is null or words @@ rest) and (besides is null or not words @@ besides)
        order by post_id desc
        limit enough
      );
      if cardinality(ids) >= enough then return; end if;
      exit when cardinality(ids) < enough / 4;
    end loop;
  end if;

  if is_slow and coalesce(cardinality(ids), 0) = 0 then
    select * from all_posts_with(indexed, rest, besides, beginning, enough) into ids, are_all;
    if are_all then return; end if;
  end if;

  while wanted < place * 0.7 loop
    while wanted >> bits > 8 loop bits := bits + 3; end loop;
    latest := place >> bits;
    first := latest - (wanted >> bits) - 1;
    exit when first < 1;
    ids := array(
      with brought as materialized (
        select post_id, words from searchable_posts
        where words @@ indexed
          and windows && array(select nth * 10 + (bits - 13) / 3 from generate_series(first, latest) as nth)
        limit 5000
      )
      select post_id from brought
      where (rest is null or words @@ rest) and (besides is null or not words @@ besides)
      order by post_id desc
      limit enough
    );
    if cardinality(ids) >= enough then return; end if;
    exit when cardinality(ids) = 0;
    -- As many as have enough if they are spread evenly, and some more.
    wanted := greatest(2 * wanted, (place - (first << bits)) * enough * 1.3 / cardinality(ids));
  end loop;
  select found.ids from all_posts_with(indexed, rest, besides, beginning, enough) as found into ids;
  are_all := true;
end
$$;

-- Frequent ones are found among the newest, the others in the index of names: wherever fewer have to be looked at, by how many the
-- newest have. In the index these are all that begin so; among the newest, as many as have enough.
create or replace function newest_posts_beginning(beginning text, in_stream text, enough integer, out ids uuid[])
language plpgsql stable as $$
declare
  place bigint := (select last_value from posts_in_order);
  newest integer := 1000;
  wanted bigint;
begin
  loop
    if in_stream = '' then
      ids := array(
        select post_id
        from (select post_id, name from searchable_posts order by post_id desc limit newest) as looked_through
        where name ^@ beginning
        order by post_id desc
        limit enough
      );
    else
      ids := array(
        select post_id
        from (
          select post_id, name from searchable_posts where stream = in_stream order by post_id desc limit newest
        ) as looked_through
        where name ^@ beginning
        order by post_id desc
        limit enough
      );
    end if;
    if cardinality(ids) >= enough then return; end if;
    wanted := enough * newest / nullif(cardinality(ids), 0);
    exit when newest > 1000 or wanted is null or wanted > place * cardinality(ids) / newest;
    newest := 2 * wanted; -- it ends earlier if they are spread evenly
  end loop;
  ids := array(
    with brought as materialized (
      select post_id, stream from searchable_posts
      where name >= beginning collate "C" and name < (beginning || chr(1114111)) collate "C"
      limit 20000
    )
    select post_id from brought where in_stream = '' or stream = in_stream order by post_id desc limit enough
  );
end
$$;
