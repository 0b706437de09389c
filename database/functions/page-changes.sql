-- Each names what cached pages show of the rows that changed; every process drops the pages that showed it.
create or replace function note_changed_posts() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic) select distinct 'list:' || kind from changed on conflict do nothing;
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
  select distinct 'rating:' || rated_id from changed where by = 'buyer' and (shown_at is not null or hidden_at is not null)
  on conflict do nothing;
  return null;
end
$$;
