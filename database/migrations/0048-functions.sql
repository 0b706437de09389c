-- The texts of database/functions/ that this database has run; the newest of each file is what it has now.
-- Why: docs/decisions/0003-migrations-are-sql.md.
create table function_texts (
  name text not null,
  sha256 text not null,
  ran_at timestamptz not null default clock_timestamp(),
  primary key (name, sha256)
);
