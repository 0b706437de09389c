-- Each names what changed, for the cached pages that show it: `list:<kind>` is a list of posts of a kind, `list:<account>` that of a
-- seller, `post:<id>` is a post with its comments, `seller:<account>` is who sells, with the ratings, `sellers` are all pages of
-- sellers. The loader of a page says which of them it shows (app/rendering/changes-with.ts).

-- Of which book a post is a copy is shown by other posts' pages, which may be some minutes old.
create or replace function note_changed_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into page_changes (topic)
    select distinct topic
    from changed join earlier on earlier.id = changed.id,
      unnest(array['list:' || changed.kind, 'list:' || changed.seller_id, 'post:' || changed.id]) as topic
    where to_jsonb(changed) - 'same_book' <> to_jsonb(earlier) - 'same_book'
    on conflict do nothing;
  else
    insert into page_changes (topic)
    select distinct topic
    from changed left join accounts on accounts.id = seller_id, -- which is gone if its posts are deleted with it
      unnest(array['list:' || changed.kind, 'list:' || accounts.id, 'post:' || changed.id]) as topic
    where topic is not null
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function note_all_lists() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic)
  select 'list:' || kind from unnest(array['book', 'novel', 'note', 'course']) as kind
  on conflict do nothing;
  return null;
end
$$;

create or replace function note_changed_comments() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic) select distinct 'post:' || post_id from changed on conflict do nothing;
  return null;
end
$$;

create or replace function note_changed_accounts() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic) select distinct 'seller:' || id from changed on conflict do nothing;
  return null;
end
$$;

-- Nothing of a deleted account is kept, its id neither: the pages of all sellers are rendered anew.
create or replace function note_deleted_accounts() returns trigger language plpgsql as $$
begin
  delete from page_changes using changed where topic in ('list:' || id, 'seller:' || id);
  insert into page_changes (topic) values ('sellers') on conflict do nothing;
  return null;
end
$$;

create or replace function note_changed_profiles() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic) select distinct 'seller:' || account_id from changed on conflict do nothing;
  return null;
end
$$;

create or replace function note_changed_stock() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic) select distinct 'post:' || post_id from changed on conflict do nothing;
  return null;
end
$$;

create or replace function note_changed_ratings() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic)
  select distinct 'seller:' || rated_id
  from changed join accounts on accounts.id = rated_id
  where by = 'buyer' and (shown_at is not null or hidden_at is not null)
  on conflict do nothing;
  return null;
end
$$;
