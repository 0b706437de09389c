-- What people say under a post. It goes with the post, and with whoever said it.
create table comments (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  student_id uuid references students on delete cascade,
  store_id uuid references stores on delete cascade,
  comment text not null check (comment <> ''),
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(student_id, store_id) = 1)
);
create index comments_of_post on comments (post_id, id desc);
create index comments_of_student on comments (student_id) where student_id is not null;
create index comments_of_store on comments (store_id) where store_id is not null;
