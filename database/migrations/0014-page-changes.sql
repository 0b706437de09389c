-- Which transactions changed what the pages of visitors show: the posts, and the names of who sells them. A rendered page
-- is kept until one of them can be seen that could not be seen when it was rendered (platform/page-changes.server.ts).
create table page_changes (
  transaction_id xid8 primary key default pg_current_xact_id(),
  at timestamptz(3) not null default clock_timestamp()
);

create function note_page_change() returns trigger language plpgsql as $$
begin
  insert into page_changes default values on conflict do nothing;
  return null;
end
$$;

create trigger posts_change_pages after insert or update or delete or truncate on posts
  for each statement execute function note_page_change();
create trigger students_change_pages after update of name on students
  for each statement execute function note_page_change();
create trigger stores_change_pages after update of name on stores
  for each statement execute function note_page_change();
