-- Sellers answer comments: an answer belongs to the comment it answers, and goes with it.
alter table comments add column answer_to uuid references comments (id) on delete cascade;
create index comments_answers on comments (answer_to, id) where answer_to is not null;

-- When the seller last saw the comments on a post. Not a column of posts, whose changes renew pages and the search index.
create table seen_comments (
  post_id uuid primary key references posts (id) on delete cascade,
  seen_at timestamptz not null default now()
);
