-- What people are told. The row is written in the transaction that causes it. It goes with the order or the comment that it is about, so
-- that nothing deleted is quoted.
create table notices (
  id uuid primary key default uuidv7(),
  -- Null: to somebody without an account, by mail alone. It is deleted once it was sent.
  account_id uuid references accounts on delete cascade,
  event text not null check (event <> ''),
  order_id uuid references orders on delete cascade,
  comment_id uuid references comments on delete cascade,
  -- What else the sentence says, such as the browser of a log-in.
  detail text,
  is_in_app boolean not null,
  read_at timestamptz,
  created_at timestamptz(3) not null default now()
);
create index notices_newest on notices (account_id, id desc) where is_in_app;
create index notices_unread on notices (account_id) where is_in_app and read_at is null;
create index notices_of_account on notices (account_id);
create index notices_of_order on notices (order_id) where order_id is not null;
create index notices_of_comment on notices (comment_id) where comment_id is not null;
create index notices_oldest on notices (created_at);

-- Browsers that people allowed to receive notices by push, for as long as they are logged in there.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null unique check (endpoint <> ''),
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null default now()
);
create index push_subscriptions_of_account on push_subscriptions (account_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- The ways out of a notice besides the app: one row for each mail, and for each browser that gets a push. A process claims a row by
-- putting off its due_at; if the process dies, the row is due again by itself.
create table outbox (
  id uuid primary key default uuidv7(),
  notice_id uuid not null references notices on delete cascade,
  way text not null check (way in ('mail', 'push')),
  -- Null: to the account's own address.
  address text,
  subscription_id uuid references push_subscriptions on delete cascade,
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz,
  outcome text check (outcome in ('sent', 'refused', 'given up', 'not wanted')),
  check ((done_at is null) = (outcome is null)),
  check ((way = 'push') = (subscription_id is not null))
);
create index outbox_due on outbox (way, due_at) where done_at is null;
create index outbox_of_notice on outbox (notice_id);
create index outbox_of_subscription on outbox (subscription_id) where subscription_id is not null;
create index outbox_oldest on outbox (created_at);

-- What people switched on or off, where it is not as by default.
create table notice_settings (
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind <> ''),
  way text not null check (way in ('app', 'mail', 'push')),
  is_on boolean not null,
  primary key (account_id, kind, way)
);

-- Mails go to confirmed addresses, and to none that its mail server has refused for good.
alter table accounts
  add column email_confirmed_at timestamptz,
  add column email_refused_at timestamptz;
create index accounts_email on accounts (lower(email));

-- Links of mails, by the hash of their token: one sets a new password, the other confirms an e-mail address.
create table account_links (
  token_sha256 bytea primary key check (length(token_sha256) = 32),
  purpose text not null check (purpose in ('password', 'e-mail')),
  account_id uuid not null references accounts on delete cascade,
  -- The address that it was sent to. Null: it was made by the team.
  email text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz not null
);
create index account_links_of_account on account_links (account_id);
create index account_links_expired on account_links (expires_at);

-- Browsers that an account has logged in with, by the hash of a cookie: a log-in from another one is told.
create table known_browsers (
  account_id uuid not null references accounts on delete cascade,
  token_sha256 bytea not null check (length(token_sha256) = 32),
  seen_at timestamptz not null default now(),
  primary key (account_id, token_sha256)
);

-- What the next purchase is filled in with. Orders keep what they were placed with. Without a row it is what the last orders have; a row
-- of nulls was forgotten.
create table buyer_details (
  account_id uuid primary key references accounts on delete cascade,
  name text,
  phone text,
  alternative_phone text,
  email text,
  pin text,
  address text
);
