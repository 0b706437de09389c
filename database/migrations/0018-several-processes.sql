-- Which process runs a job that only one at a time may run (platform/jobs.server.ts). The lease ends by itself, so that a
-- process that dies in the middle of a job does not block it.
create table job_leases (
  name text primary key,
  holder uuid not null,
  held_until timestamptz not null,
  -- When it last ended, whether it failed or not.
  last_run_at timestamptz
);

-- Of the key that the id numbers are encrypted by, so that processes with different keys cannot share a database
-- (accounts/id-keys.server.ts). One row at most. Not the key, and nothing that leads to it: an HMAC under a fixed label.
create table id_key_fingerprint (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (length(fingerprint) = 32)
);

-- The hash of an unchanged password may be made anew, by today's cost: that ends no session. Whoever does it says so by
-- `puthi.is_same_password`, for the transaction.
create or replace function end_sessions_of_account() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('puthi.is_same_password', true), '') <> 'on' then
    delete from sessions where student_id = new.id or store_id = new.id;
  end if;
  return null;
end
$$;
