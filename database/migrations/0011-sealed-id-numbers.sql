-- Id numbers are kept encrypted, by a key that is not in the database: docs/decisions/0014-privacy.md. Those from before are
-- encrypted by the next start, which then validates the constraint.
alter table students rename column id_number to sealed_id_number;
alter table students add constraint students_id_number_is_sealed
  check (sealed_id_number ~ '^v1\.[0-9a-f]{8}\.[A-Za-z0-9_-]{39,}$') not valid;
