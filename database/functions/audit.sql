-- Nothing of the audit is changed or deleted, but for security events, which are forgotten after 180 days.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.kind = 'security' and old.created_at < now() - interval '180 days' then return old; end if;
  end if;
  raise exception 'The audit cannot be changed';
end
$$;
