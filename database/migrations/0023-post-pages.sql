-- Posts like these words: with most of them in name and author, then of the same kind, then the newest. Where few have the words,
-- the newest posts of the stream follow.
create function similar_posts(asked text[], in_stream text, in_kind text, except_id uuid, enough integer)
returns uuid[] language plpgsql stable as $$
declare
  -- Long words say more about a book than short ones.
  said text[] := array(
    select word from unnest(asked) as word where length(word) > 3 group by word order by length(word) desc, word limit 6
  );
  candidates uuid[] := '{}';
begin
  if cardinality(said) > 0 then
    select found.ids from newest_posts_with(posts_with(jsonb_build_array(said)), null, false, null, '', '', 60) as found
      into candidates;
  end if;
  candidates := candidates || array(
    select post_id from searchable_posts where stream = in_stream order by post_id desc limit enough + 1
  );
  return array(
    select post_id from searchable_posts join posts on posts.id = post_id
    where post_id = any(candidates) and post_id is distinct from except_id
    order by
      (select count(*) from unnest(tsvector_to_array(words)) as word where word = any(said)) desc,
      posts.kind = in_kind desc,
      post_id desc
    limit enough
  );
end
$$;

-- How often the page of a post was opened, without its seller. Apart from posts, whose changes invalidate cached pages.
create table post_views (
  post_id uuid primary key references posts on delete cascade,
  views bigint not null
);
