-- What the storage holds. A file is pending until the row it belongs to is written, and dropped once that is gone; the
-- sweep removes the bytes of both and then the row, so that nothing in the storage is unknown here.
create table files (
  key text primary key,
  kind text not null check (kind in ('picture', 'pdf')),
  bytes integer not null check (bytes > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  created_at timestamptz(3) not null default now(),
  taken_at timestamptz(3),
  dropped_at timestamptz(3),
  check (kind <> 'picture' or num_nulls(width, height) = 0)
);
create index files_unused on files (key) where taken_at is null or dropped_at is not null;
