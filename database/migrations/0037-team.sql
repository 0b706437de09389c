-- The people who keep the market. They have neither accounts nor sessions of it: no query about accounts finds one of them, and no session
-- of the market opens a page of theirs.
create table team_members (
  id uuid primary key default uuidv7(),
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  role text not null check (role in ('support', 'owner')),
  -- Null: no password was chosen yet.
  password_hash text,
  -- Of the link by which a password is chosen, once.
  link_sha256 bytea unique check (length(link_sha256) = 32),
  link_until timestamptz,
  -- Makes the time-based codes. Encrypted; null: the first log-in makes it.
  sealed_code_secret text,
  -- The newest step of time whose code was used: a code works once.
  code_step bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  -- The row stays, for what it did.
  ended_at timestamptz,
  check ((link_sha256 is null) = (link_until is null))
);
create unique index team_members_email on team_members (lower(email)) where ended_at is null;

-- In place of a time-based code, each once.
create table team_recovery_codes (
  member_id uuid not null references team_members,
  code_sha256 bytea not null check (length(code_sha256) = 32),
  primary key (member_id, code_sha256)
);

create table team_sessions (
  -- May be shown, unlike the token.
  id uuid primary key default uuidv7(),
  token_sha256 bytea not null unique check (length(token_sha256) = 32),
  member_id uuid not null references team_members,
  browser text,
  -- False: the password was right, and the code is still to come.
  is_complete boolean not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz not null
);
create index team_sessions_of_member on team_sessions (member_id);

-- What the team did and looked at, and what happened to accounts. No name, phone or address is in it: of people it has the account's id,
-- which stays when the account is deleted.
create table audit_events (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('look', 'deed', 'security')),
  event text not null check (event <> ''),
  -- Null: not a member of the team; `by` says who.
  member_id uuid references team_members,
  by text not null check (by <> ''),
  -- The person concerned.
  account_id uuid,
  -- What it was done to, such as `ticket 2481`.
  subject text,
  reason text,
  created_at timestamptz(3) not null default now()
);
create index audit_events_of_account on audit_events (account_id, id desc) where account_id is not null;
create index audit_events_of_member on audit_events (member_id, id desc) where member_id is not null;
create index audit_events_of_kind on audit_events (kind, id desc);

-- Nothing of it is changed or deleted, but for security events, which are forgotten after 180 days.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.kind = 'security' and old.created_at < now() - interval '180 days' then return old; end if;
  end if;
  raise exception 'The audit cannot be changed';
end
$$;
create trigger audit_is_kept before update or delete on audit_events for each row execute function refuse_audit_change();
create trigger audit_is_not_emptied before truncate on audit_events for each statement execute function refuse_audit_change();
