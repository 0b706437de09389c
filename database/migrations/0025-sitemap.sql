-- The sitemap names posts in files of some 10,000. A file has the posts with ids after `after_id`, up to the next file's; the last
-- one is open. The first file, number 1, has no row. Boundaries stay where they are, so that a file does not change because of posts
-- in others.
create table sitemap_files (
  number integer primary key check (number > 1),
  after_id uuid not null unique
);
