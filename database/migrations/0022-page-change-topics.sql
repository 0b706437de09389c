-- Page changes name what changed, so that cached pages which do not show it stay valid: `list:<kind>` is all posts of a kind,
-- with their sellers' names; `post:<id>` is the comments on a post; `seller:<id>` is a seller's profile.
drop trigger posts_change_pages on posts;
drop trigger accounts_change_pages on accounts;
drop function note_page_change();

delete from page_changes; -- a page cached by a process of the version before does not outlive that process
alter table page_changes
  drop constraint page_changes_pkey,
  add column topic text not null,
  add primary key (transaction_id, topic);

create function note_changed_posts() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic) select distinct 'list:' || kind from changed on conflict do nothing;
  return null;
end
$$;
-- A trigger with a transition table is for one kind of statement.
create trigger posts_added_change_pages after insert on posts
  referencing new table as changed for each statement execute function note_changed_posts();
create trigger posts_edited_change_pages after update on posts
  referencing new table as changed for each statement execute function note_changed_posts();
create trigger posts_deleted_change_pages after delete on posts
  referencing old table as changed for each statement execute function note_changed_posts();

create function note_all_lists() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic)
  select 'list:' || kind from unnest(array['book', 'novel', 'note', 'course']) as kind
  on conflict do nothing;
  return null;
end
$$;
create trigger posts_truncated_change_pages after truncate on posts
  for each statement execute function note_all_lists();
create trigger accounts_renamed_change_pages after update of name on accounts
  for each statement execute function note_all_lists();

create function note_changed_comments() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic) select distinct 'post:' || post_id from changed on conflict do nothing;
  return null;
end
$$;
create trigger comments_added_change_pages after insert on comments
  referencing new table as changed for each statement execute function note_changed_comments();
create trigger comments_deleted_change_pages after delete on comments
  referencing old table as changed for each statement execute function note_changed_comments();

create function note_changed_accounts() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic) select distinct 'seller:' || id from changed on conflict do nothing;
  return null;
end
$$;
create trigger accounts_edited_change_pages after update on accounts
  referencing new table as changed for each statement execute function note_changed_accounts();

create function note_changed_profiles() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic) select distinct 'seller:' || account_id from changed on conflict do nothing;
  return null;
end
$$;
create trigger stores_edited_change_pages after update on stores
  referencing new table as changed for each statement execute function note_changed_profiles();
create trigger students_edited_change_pages after update on students
  referencing new table as changed for each statement execute function note_changed_profiles();
