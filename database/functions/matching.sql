-- New posts, changed ones and those that are shown again are compared with what people want; none that is hidden or sold out.
create or replace function queue_new_posts() returns trigger language plpgsql as $$
begin
  insert into posts_to_match (post_id) select id from added where not is_sold_out and hidden_at is null;
  return null;
end
$$;

create or replace function queue_changed_posts() returns trigger language plpgsql as $$
begin
  insert into posts_to_match (post_id)
  select changed.id
  from changed join earlier using (id)
  where not changed.is_sold_out and changed.hidden_at is null and (
    changed.name, changed.author_name, changed.class_name, changed.college_name, changed.category, changed.stream,
    changed.condition, changed.district, changed.payable_paise, changed.is_sold_out, changed.hidden_at
  ) is distinct from (
    earlier.name, earlier.author_name, earlier.class_name, earlier.college_name, earlier.category, earlier.stream,
    earlier.condition, earlier.district, earlier.payable_paise, earlier.is_sold_out, earlier.hidden_at
  );
  return null;
end
$$;

create or replace function want_new_requests() returns trigger language plpgsql as $$
begin
  insert into wants (book_request_id, account_id, is_open) select id, account_id, closed_at is null from added;
  return null;
end
$$;

-- A closed request is found by no post. One that is opened again is indexed again.
create or replace function follow_closed_requests() returns trigger language plpgsql as $$
begin
  update wants set is_open = changed.closed_at is null, words = null, same_book = null, due_at = null
  from changed where book_request_id = changed.id and is_open <> (changed.closed_at is null);
  delete from want_keys using wants, changed
  where want_id = wants.id and book_request_id = changed.id and not wants.is_open;
  return null;
end
$$;

create or replace function want_new_searches() returns trigger language plpgsql as $$
begin
  insert into wants (saved_search_id, account_id) select id, account_id from added;
  return null;
end
$$;

-- Other synonyms make other lexemes: every start that finds them changed deletes the old ones first.
create or replace function index_wants_anew() returns trigger language plpgsql as $$
begin
  update wants set words = null where words is not null;
  return null;
end
$$;
