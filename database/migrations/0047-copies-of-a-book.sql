-- Which posts are copies of one book is known by more than their words: the job `group copies` says it (app/posts/copies/book-key.ts). Until the
-- index is renewed, which follows as synonyms have changed, copies stay grouped as they were.
alter table all_posts alter column same_book drop expression;
drop function same_book;
create index posts_to_group on all_posts (id) where same_book is null and kind in ('book', 'novel');

create function group_anew() returns trigger language plpgsql as $$
begin
  new.same_book := null;
  return new;
end
$$;
create trigger post_described_is_grouped_anew before update of kind, name, author_name, class_name, isbn on all_posts
  for each row when (
    (old.kind, old.name, old.author_name, old.class_name, old.isbn)
      is distinct from (new.kind, new.name, new.author_name, new.class_name, new.isbn)
  ) execute function group_anew();
