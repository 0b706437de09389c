-- What lists show of a post, as the text in which it travels to the browser (posts/packed-posts.ts has its fields in this order): to put it
-- together for each list, with the name of its seller and the size of its picture, took longer than to find it.
alter table posts add column listed text;

create function listed_post(post posts) returns text language sql stable return json_build_array(
  post.id,
  post.kind,
  post.name,
  post.author_name,
  post.class_name,
  post.college_name,
  post.stream,
  post.category,
  post.condition,
  post.price_paise,
  post.selling_price_paise,
  post.discount,
  post.created_at,
  coalesce(
    (select stores.name from stores where stores.id = post.store_id),
    (select students.name from students where students.id = post.student_id)
  ),
  (
    select json_build_object('key', key, 'width', width, 'height', height)
    from files where key = coalesce(post.picture1, post.cover_image)
  )
)::text;

create function keep_listed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then -- whoever is just renaming the seller does not see this post, and is waited for
    perform from stores where id = new.store_id for share;
    perform from students where id = new.student_id for share;
  end if;
  new.listed := listed_post(new);
  return new;
end
$$;
create trigger post_is_listed before insert or update on posts for each row execute function keep_listed();

create function list_anew() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'stores' then
    update posts set listed = null where store_id = new.id;
  else
    update posts set listed = null where student_id = new.id;
  end if;
  return null;
end
$$;
create trigger store_is_renamed after update of name on stores
  for each row when (old.name <> new.name) execute function list_anew();
create trigger student_is_renamed after update of name on students
  for each row when (old.name <> new.name) execute function list_anew();

update posts set listed = null; -- those there are
alter table posts alter column listed set not null;
