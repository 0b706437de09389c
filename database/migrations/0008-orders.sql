-- What was bought, and from whom. An order holds all that its seller needs to know, so that it stays whole when the
-- post is changed or gone; post_id is therefore no reference.
create table orders (
  id uuid primary key,
  -- Made when the purchase dialog opens: an order is placed once, however often it is sent.
  key uuid not null unique,
  kind text not null check (kind in ('book', 'novel', 'note', 'course')),
  post_id uuid not null,
  seller_student_id uuid references students on delete cascade,
  seller_store_id uuid references stores on delete cascade,
  buyer_student_id uuid references students on delete set null,
  buyer_store_id uuid references stores on delete set null,

  item_name text not null,
  author_name text,
  class_name text,
  condition text,
  description text,
  publish_year smallint,
  original_price_paise integer not null,
  selling_price_paise integer,
  picture1 text,
  picture2 text,
  picture3 text,

  price_paise integer not null check (price_paise between 0 and 100000000),
  quantity smallint not null check (quantity between 1 and 99),
  name text not null,
  phone text not null,
  alternative_phone text,
  email text,
  pin text,
  address text,
  created_at timestamptz(3) not null default now(),

  check (num_nonnulls(seller_student_id, seller_store_id) = 1),
  check (num_nonnulls(buyer_student_id, buyer_store_id) <= 1),
  check (num_nonnulls(seller_student_id, buyer_student_id) < 2 or seller_student_id <> buyer_student_id),
  check (num_nonnulls(seller_store_id, buyer_store_id) < 2 or seller_store_id <> buyer_store_id),
  check (kind <> 'course' or (email is not null and quantity = 1 and buyer_store_id is null)),
  check (kind = 'course' or num_nulls(pin, address) = 0)
);
create index orders_of_student on orders (seller_student_id, id desc) where seller_student_id is not null;
create index orders_of_store on orders (seller_store_id, id desc) where seller_store_id is not null;
create index orders_of_post on orders (post_id);
