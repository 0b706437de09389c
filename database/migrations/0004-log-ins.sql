-- Log-ins that are under way or failed. Several processes count together here.
create table log_in_attempts (
  id bigint generated always as identity primary key,
  account text not null,
  address_sha256 bytea not null,
  attempted_at timestamptz(3) not null default now()
);
create index log_in_attempts_account on log_in_attempts (account, attempted_at);
create index log_in_attempts_address on log_in_attempts (address_sha256, attempted_at);
create index log_in_attempts_age on log_in_attempts (attempted_at);

-- Whoever changes a password, by whatever way, throws everybody out who came in with the old one.
create function end_sessions_of_account() returns trigger language plpgsql as $$
begin
  delete from sessions where student_id = new.id or store_id = new.id;
  return null;
end
$$;
create trigger student_password_changed after update of password_hash on students
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_sessions_of_account();
create trigger store_password_changed after update of password_hash on stores
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_sessions_of_account();
