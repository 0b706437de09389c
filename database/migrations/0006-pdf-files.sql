-- Whoever stores a PDF has read it: it has pages, and how many is known.
alter table files
  add column page_count integer check (page_count > 0),
  add check (kind <> 'pdf' or page_count is not null);
