-- A form carries a key that was made when it was shown: sent twice, as after a lost answer, it is written once. A key
-- belongs to its author, so nobody can use up or look up another person's. Rows from before have none.
alter table comments add column key uuid;
create unique index comments_key on comments (student_id, store_id, key) nulls not distinct where key is not null;

alter table book_requests add column key uuid;
create unique index book_requests_key on book_requests (student_id, key) where key is not null;

alter table contact_messages add column key uuid;
create unique index contact_messages_key on contact_messages (student_id, key) nulls not distinct where key is not null;

alter table posts add column key uuid;
create unique index posts_key on posts (student_id, store_id, key) nulls not distinct where key is not null;

-- Random keys that all processes share. Each is made by whoever needs it first, so that a restore, which runs the
-- migrations before it copies the rows, finds the table empty.
create table secrets (
  name text primary key,
  value bytea not null check (length(value) = 32)
);
