-- A changed password ends every log-in, but where it is the same one that is hashed anew.
create or replace function end_sessions_of_account() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('puthi.is_same_password', true), '') <> 'on' then
    delete from sessions where account_id = new.id;
  end if;
  return null;
end
$$;
