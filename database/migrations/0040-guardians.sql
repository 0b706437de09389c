-- Of students who signed up while ASK_AGE was on: the year of birth, and of those who may have been under 18, which parent or
-- guardian agreed.
create table student_ages (
  account_id uuid primary key references accounts on delete cascade,
  birth_year smallint not null check (birth_year between 1900 and 2200),
  guardian_name text check (guardian_name <> ''),
  -- A phone number or an e-mail address.
  guardian_contact text check (guardian_contact <> ''),
  consented_at timestamptz(3),
  check (num_nulls(guardian_name, guardian_contact, consented_at) in (0, 3))
);
