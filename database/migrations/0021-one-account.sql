-- One table of accounts for students and stores; students and stores keep the columns that only they have. Foreign keys to
-- either of them now refer to accounts.
create table accounts (
  id uuid primary key,
  kind text not null check (kind in ('student', 'store')),
  name text not null check (name <> ''),
  phone text not null check (phone ~ '^[0-9]{10}$'),
  email text not null,
  password_hash text not null,
  created_at timestamptz(3) not null default now()
);
insert into accounts
  select id, 'student', name, phone, email, password_hash, created_at from students
  union all
  select id, 'store', name, phone, email, password_hash, created_at from stores;
-- One person may have a student's account and a store's with the same phone.
alter table accounts add constraint accounts_kind_phone_key unique (kind, phone);

-- These triggers depend on the columns that are dropped below; accounts get their own at the end.
drop trigger student_password_changed on students;
drop trigger store_password_changed on stores;
drop trigger students_change_pages on students;
drop trigger stores_change_pages on stores;

-- Adding a stored generated column fills it in one rewrite of the table: no triggers, no dead rows.
alter table sessions add column account_id uuid generated always as (coalesce(student_id, store_id)) stored;
alter table sessions alter column account_id drop expression;
alter table posts add column seller_id uuid generated always as (coalesce(student_id, store_id)) stored;
alter table posts alter column seller_id drop expression;
alter table orders
  add column seller_id uuid generated always as (coalesce(seller_student_id, seller_store_id)) stored,
  add column buyer_id uuid generated always as (coalesce(buyer_student_id, buyer_store_id)) stored;
alter table orders alter column seller_id drop expression, alter column buyer_id drop expression;
alter table comments add column author_id uuid generated always as (coalesce(student_id, store_id)) stored;
alter table comments alter column author_id drop expression;

-- Dropping a column drops its indexes and checks.
alter table sessions drop column student_id, drop column store_id;
alter table posts drop column student_id, drop column store_id;
alter table orders
  drop column seller_student_id, drop column seller_store_id, drop column buyer_student_id, drop column buyer_store_id;
alter table comments drop column student_id, drop column store_id;
alter table book_requests drop constraint book_requests_student_id_fkey;
alter table book_requests rename column student_id to account_id;
alter table contact_messages drop constraint contact_messages_student_id_fkey;
alter table contact_messages rename column student_id to account_id;

alter table students rename column id to account_id;
alter table students
  drop column name, drop column phone, drop column email, drop column password_hash, drop column created_at,
  add foreign key (account_id) references accounts on delete cascade;
alter table stores rename column id to account_id;
alter table stores
  drop column name, drop column phone, drop column email, drop column password_hash, drop column created_at,
  add foreign key (account_id) references accounts on delete cascade;

alter table sessions
  alter column account_id set not null,
  add foreign key (account_id) references accounts on delete cascade;
create index sessions_of_account on sessions (account_id);

alter table posts
  alter column seller_id set not null,
  add foreign key (seller_id) references accounts on delete cascade;
create index posts_of_seller on posts (seller_id, id desc);
create unique index posts_key on posts (seller_id, key) where key is not null;

-- An order is kept as long as one of its two accounts exists (app/privacy/delete-account.server.ts).
alter table orders
  add foreign key (seller_id) references accounts on delete set null,
  add foreign key (buyer_id) references accounts on delete set null,
  add check (seller_id <> buyer_id),
  add check (kind <> 'course' or (email is not null and quantity = 1));
create index orders_of_seller on orders (seller_id, id desc) where seller_id is not null;
create index orders_of_buyer on orders (buyer_id, id desc) where buyer_id is not null;

alter table comments
  alter column author_id set not null,
  add foreign key (author_id) references accounts on delete cascade;
create index comments_of_author on comments (author_id);
create unique index comments_key on comments (author_id, key) where key is not null;

alter table book_requests add foreign key (account_id) references accounts on delete cascade;
alter index book_requests_of_student rename to book_requests_of_account;
alter table contact_messages add foreign key (account_id) references accounts on delete cascade;
alter index contact_messages_of_student rename to contact_messages_of_account;

create or replace function end_sessions_of_account() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('puthi.is_same_password', true), '') <> 'on' then
    delete from sessions where account_id = new.id;
  end if;
  return null;
end
$$;
create trigger account_password_changed after update of password_hash on accounts
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_sessions_of_account();
create trigger accounts_change_pages after update of name on accounts
  for each statement execute function note_page_change();
