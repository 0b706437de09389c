-- As in 0039, but a post that is shown again, or at last, is compared, too; and none that is hidden.
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
