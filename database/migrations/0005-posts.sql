-- What is for sale. Ids are UUIDv7: newest first is one walk down an index.
create table posts (
  id uuid primary key,
  kind text not null check (kind in ('book', 'novel', 'note', 'course')),
  student_id uuid references students on delete cascade,
  store_id uuid references stores on delete cascade,
  name text not null check (name <> ''),
  author_name text,
  class_name text,
  college_name text,
  category text,
  stream text,
  condition text,
  description text,
  publish_year smallint check (publish_year between 2000 and 2025),
  price_paise integer not null check (price_paise between 0 and 100000000),
  selling_price_paise integer check (selling_price_paise between 0 and 100000000),
  discount smallint check (discount between 0 and 100),
  picture1 text,
  picture2 text,
  picture3 text,
  cover_image text,
  pdf1 text,
  pdf2 text,
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(student_id, store_id) = 1),
  check (kind not in ('book', 'novel') or num_nulls(stream, condition, picture1, picture2) = 0),
  check (kind <> 'novel' or num_nulls(author_name, category, description) = 0),
  check (kind not in ('note', 'course') or num_nulls(category, pdf1, pdf2) = 0),
  -- Stores sell books and novels; notes and courses are the students' own.
  check (kind not in ('note', 'course') or store_id is null)
);
create index posts_newest on posts (kind, id desc);
create index posts_of_student on posts (student_id, id desc) where student_id is not null;
create index posts_of_store on posts (store_id, id desc) where store_id is not null;
