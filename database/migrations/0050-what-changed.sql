-- The search of the Books tab is the search of everything (app/posts/search/search-posts.server.ts): what only it asked goes.
drop function posts_as_typed(text, text, integer);
drop function posts_nearly_typed(jsonb, tsquery, text, text, integer);
drop function newest_posts_beginning(text, text, integer);
drop function newest_posts_with(tsquery, tsquery, boolean, tsquery, text, text, integer);
drop function all_posts_with(tsquery, tsquery, tsquery, text, integer);
drop function posts_with_beginning(jsonb, text);
drop function posts_with(jsonb, text);
drop index searchable_posts_name;

-- A change of posts is compared with what they were before: what no page shows changes none.
drop trigger posts_edited_change_pages on all_posts;
create trigger posts_edited_change_pages after update on all_posts
  referencing old table as earlier new table as changed for each statement execute function note_changed_posts();

-- A page that shows a seller is known by `seller:<id>`; no list changes with the name of somebody who is not in it.
drop trigger accounts_renamed_change_pages on accounts;
drop trigger accounts_deleted_change_pages on accounts;
create function note_deleted_accounts() returns trigger language plpgsql as 'begin return null; end'; -- see database/functions/
create trigger accounts_deleted_change_pages after delete on accounts
  referencing old table as changed for each statement execute function note_deleted_accounts();

-- The stream of a post was in the index twice: all posts are indexed anew.
update index_renewal set next_id = (select id from all_posts order by id limit 1);
