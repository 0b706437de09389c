-- "Find me this book": read by the team, who call back.
create table book_requests (
  id uuid primary key,
  student_id uuid not null references students on delete cascade,
  book_name text not null check (book_name <> ''),
  class_name text not null,
  stream text not null,
  condition text not null check (condition in ('New', 'Used')),
  phone text not null,
  address text not null,
  pin text not null,
  comment text not null default '',
  created_at timestamptz(3) not null default now()
);
create index book_requests_of_student on book_requests (student_id);
