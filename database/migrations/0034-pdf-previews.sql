-- The preview of a PDF is a file of its own, with pictures of the first pages. Settings are those that it was drawn by: if they change,
-- it is drawn again. Settings without a key: the PDF cannot be drawn.
alter table files
  add column preview_key text,
  add column preview_settings text,
  add check (preview_key is null or preview_settings is not null);
create index files_previewed on files (preview_settings)
  where kind = 'pdf' and key like 'uploads/%' and taken_at is not null and dropped_at is null;
