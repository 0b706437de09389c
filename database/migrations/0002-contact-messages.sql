create table contact_messages (
  id uuid primary key,
  name text not null,
  phone text not null check (phone ~ '^[0-9]{10}$'),
  reason text not null,
  created_at timestamptz(3) not null default now()
);
