-- People see where they are logged in, and log out there: each session has an id that pages may show, its browser in words, and when it
-- was last used. However often it is used, it ends after 90 days.
alter table sessions
  add column id uuid not null default uuidv7() unique,
  add column browser text,
  add column seen_at timestamptz not null default now();
update sessions set expires_at = least(expires_at, created_at + interval '90 days');
