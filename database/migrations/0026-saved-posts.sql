-- Posts that people saved. The row outlives the post, so that the list can say that it is gone: post_id is no reference, and name,
-- kind and price are those at the time of saving.
create table saved_posts (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  post_id uuid not null,
  kind text not null check (kind in ('book', 'novel', 'note', 'course')),
  name text not null check (name <> ''),
  -- What a buyer paid at that time.
  price_paise integer not null check (price_paise between 0 and 100000000),
  created_at timestamptz(3) not null default now(),
  constraint saved_posts_once unique (account_id, post_id)
);
create index saved_posts_newest on saved_posts (account_id, id desc);

-- The page of a seller lists the posts of one kind.
create index posts_of_seller_and_kind on posts (seller_id, kind, id desc);

-- The page of a seller ends with the account, which may have no posts whose deletion would be noted. Not by `seller:<id>`: nothing
-- of a deleted account is kept.
create trigger accounts_deleted_change_pages after delete on accounts
  for each statement execute function note_all_lists();
