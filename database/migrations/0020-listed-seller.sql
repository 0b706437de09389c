-- Lists show sellers Edit in place of Buy on their own posts: the text of a listed post names its seller at the end.
create or replace function listed_post(post posts) returns text language sql stable return json_build_array(
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
  ),
  coalesce(post.store_id, post.student_id)
)::text;

update posts set listed = null; -- the trigger of each row writes it anew
