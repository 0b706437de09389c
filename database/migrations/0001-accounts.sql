create table students (
  id uuid primary key,
  name text not null check (name <> ''),
  class_name text not null,
  college_name text not null,
  phone text not null unique check (phone ~ '^[0-9]{10}$'),
  email text not null,
  password_hash text not null,
  id_type text check (id_type in ('Voter', 'PAN', 'HSLC')),
  id_number text,
  created_at timestamptz(3) not null default now(),
  check ((id_type is null) = (id_number is null))
);

create table stores (
  id uuid primary key,
  name text not null check (name <> ''),
  district text not null,
  address text not null,
  phone text not null unique check (phone ~ '^[0-9]{10}$'),
  email text not null,
  password_hash text not null,
  picture text not null,
  created_at timestamptz(3) not null default now()
);

-- Only the hash of a session's token: whoever reads this table cannot sign in with it.
create table sessions (
  token_sha256 bytea primary key check (length(token_sha256) = 32),
  student_id uuid references students on delete cascade,
  store_id uuid references stores on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check (num_nonnulls(student_id, store_id) = 1)
);
create index sessions_student on sessions (student_id) where student_id is not null;
create index sessions_store on sessions (store_id) where store_id is not null;
create index sessions_expires on sessions (expires_at);
