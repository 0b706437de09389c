-- How much was done lately, under the hash of what and by whom: a bucket that runs empty by itself, at `free_at`. Several
-- processes count together here. Unlogged: a crash forgets it, and nobody is worse off.
create unlogged table limit_buckets (
  key bytea primary key check (length(key) = 32),
  free_at timestamptz not null
);
