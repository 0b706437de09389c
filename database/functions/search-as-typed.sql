-- The search of the Books tab, by words as they were typed.

-- Each word, or one of those that stand in its place: [["physics"], ["class", "clas"]].
create or replace function posts_with(asked jsonb, ending text default '') returns tsquery language sql immutable parallel safe
return (
  select string_agg('(' || same || ')', ' & ')::tsquery
  from (
    select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''' || ending, ' | ') as same
    from jsonb_array_elements(asked) with ordinality as each_word (words, nth), jsonb_array_elements_text(words) as word
    group by nth
  ) as each_word
);

-- The last word, as it was typed, may be a beginning. In the index a beginning costs as much as all posts that have it, so it
-- becomes the whole words that begin so; words that are not counted yet are looked for in the posts. If these are too many, and
-- in very many posts, it is looked for in what the other words bring.
create or replace function posts_with_beginning(
  asked jsonb, in_stream text, out indexed tsquery, out rest tsquery, out is_slow boolean
) language plpgsql stable as $$
declare
  begun text[] := array(select jsonb_array_elements_text(asked -> -1));
  whole text[] := array(
    select word from searchable_words
    where word >= begun[1] collate "C" and word < (begun[1] || chr(1114111)) collate "C"
    order by word
    limit 51
  );
  others jsonb := asked - -1 || case when in_stream = '' then '[]' else jsonb_build_array(array['=' || in_stream]) end;
  goes_on tsquery;
begin
  is_slow := false;
  if exists (
    select from jsonb_array_elements(asked - -1) as same (words)
    where not exists (
      select from jsonb_array_elements_text(same.words) as one (word)
      where exists (select from searchable_words as known where known.word = one.word)
        or exists (select from searchable_posts as post where post.words @@ quote_literal(one.word)::tsquery)
    )
  ) then
    return; -- nobody has posted it
  end if;
  if cardinality(whole) <= 50 then
    indexed := posts_with(others || jsonb_build_array(begun || whole));
    return;
  end if;
  goes_on := posts_with(jsonb_build_array(begun[1:1]), ending => ':*');
  goes_on := coalesce(goes_on || posts_with(jsonb_build_array(begun[2:])), goes_on);
  indexed := posts_with(others);
  is_slow := true;
  if indexed is null then
    indexed := goes_on;
  elsif (
    select count(*) from (select words from searchable_posts order by post_id desc limit 250) as newest
    where words @@ goes_on
  ) > 12 then
    rest := goes_on;
    is_slow := false;
  else
    indexed := indexed && goes_on;
  end if;
end
$$;

-- An index brings posts in no order, and so no more of them than are soon put in order: `are_all` says whether there are more.
-- Names that begin so come first.
create or replace function all_posts_with(
  indexed tsquery, rest tsquery, besides tsquery, beginning text, enough integer, out ids uuid[], out are_all boolean
) language plpgsql stable as $$
begin
  with brought as materialized (
    select post_id, name from searchable_posts
    where words @@ indexed and (rest is null or words @@ rest) and (besides is null or not words @@ besides)
    limit 5000
  )
  select
    array(select post_id from brought order by name ^@ beginning desc, post_id desc limit enough),
    (select count(*) < 5000 from brought)
  into ids, are_all;
end
$$;

-- Where there are few posts, in all of them. Else among the newest, then in windows of as many posts as have enough, by how many
-- the windows before had. What the index is slow to look up is as slow in a window: where none of the newest have it, then in
-- all at once, unless they are too many.
create or replace function newest_posts_with(
  indexed tsquery, rest tsquery, is_slow boolean, besides tsquery, beginning text, in_stream text, enough integer,
  out ids uuid[], out are_all boolean
) language plpgsql stable as $$
declare
  few constant bigint := 16384;
  place bigint := (select last_value from posts_in_order);
  wanted bigint := 8192; -- of the newest posts
  bits integer := 13; -- of the size of a window
  first integer;
  latest integer;
  newest integer;
begin
  are_all := indexed is null; -- it has a word that nobody has posted
  if are_all then ids := '{}'; return; end if;
  if place <= few then
    select * from all_posts_with(indexed, rest, besides, beginning, enough) into ids, are_all;
    if are_all then return; end if;
  end if;
  if in_stream = '' then -- a stream's posts lie scattered: no faster to look through than to look up
    foreach newest in array array[250, 1000] loop
      ids := array(
        select post_id
        from (select post_id, words from searchable_posts order by post_id desc limit newest) as looked_through
        where words @@ indexed and (rest is null or words @@ rest) and (besides is null or not words @@ besides)
        order by post_id desc
        limit enough
      );
      if cardinality(ids) >= enough then return; end if;
      exit when cardinality(ids) < enough / 4;
    end loop;
  end if;

  if is_slow and coalesce(cardinality(ids), 0) = 0 then
    select * from all_posts_with(indexed, rest, besides, beginning, enough) into ids, are_all;
    if are_all then return; end if;
  end if;

  while wanted < place * 0.7 loop
    while wanted >> bits > 8 loop bits := bits + 3; end loop;
    latest := place >> bits;
    first := latest - (wanted >> bits) - 1;
    exit when first < 1;
    ids := array(
      with brought as materialized (
        select post_id, words from searchable_posts
        where words @@ indexed
          and windows && array(select nth * 10 + (bits - 13) / 3 from generate_series(first, latest) as nth)
        limit 5000
      )
      select post_id from brought
      where (rest is null or words @@ rest) and (besides is null or not words @@ besides)
      order by post_id desc
      limit enough
    );
    if cardinality(ids) >= enough then return; end if;
    exit when cardinality(ids) = 0;
    -- As many as have enough if they are spread evenly, and some more.
    wanted := greatest(2 * wanted, (place - (first << bits)) * enough * 1.3 / cardinality(ids));
  end loop;
  select found.ids from all_posts_with(indexed, rest, besides, beginning, enough) as found into ids;
  are_all := true;
end
$$;

-- Frequent ones are found among the newest, the others in the index of names: wherever fewer have to be looked at, by how many the
-- newest have. In the index these are all that begin so; among the newest, as many as have enough.
create or replace function newest_posts_beginning(beginning text, in_stream text, enough integer, out ids uuid[])
language plpgsql stable as $$
declare
  place bigint := (select last_value from posts_in_order);
  newest integer := 1000;
  wanted bigint;
begin
  loop
    if in_stream = '' then
      ids := array(
        select post_id
        from (select post_id, name from searchable_posts order by post_id desc limit newest) as looked_through
        where name ^@ beginning
        order by post_id desc
        limit enough
      );
    else
      ids := array(
        select post_id
        from (
          select post_id, name from searchable_posts where stream = in_stream order by post_id desc limit newest
        ) as looked_through
        where name ^@ beginning
        order by post_id desc
        limit enough
      );
    end if;
    if cardinality(ids) >= enough then return; end if;
    wanted := enough * newest / nullif(cardinality(ids), 0);
    exit when newest > 1000 or wanted is null or wanted > place * cardinality(ids) / newest;
    newest := 2 * wanted; -- it ends earlier if they are spread evenly
  end loop;
  ids := array(
    with brought as materialized (
      select post_id, stream from searchable_posts
      where name >= beginning collate "C" and name < (beginning || chr(1114111)) collate "C"
      limit 20000
    )
    select post_id from brought where in_stream = '' or stream = in_stream order by post_id desc limit enough
  );
end
$$;

-- Those with all words as they were typed, and what near misses are looked for by: the words with their rough sounds.
create or replace function posts_as_typed(
  typed text, in_stream text, enough integer,
  out ids uuid[], out words text[], out letters text[], out beginning text, out found_by tsquery
) language plpgsql stable as $$
declare
  asked jsonb;
  indexed tsquery;
  rest tsquery;
  is_slow boolean;
  are_all boolean;
begin
  words := search_words(typed);
  letters := array(select rough_letters(word) from unnest(words) with ordinality as each_word (word, nth) order by nth);
  beginning := left(array_to_string(words, ' '), 200);
  ids := '{}';
  if cardinality(words) = 0 then return; end if;

  asked := (select jsonb_agg(array[word] order by nth) from unnest(words) with ordinality as each_word (word, nth));
  select * from posts_with_beginning(asked, in_stream) into indexed, rest, is_slow;
  found_by := coalesce(indexed && rest, indexed);
  select * from newest_posts_with(indexed, rest, is_slow, null, beginning, in_stream, enough) into ids, are_all;
  if are_all then return; end if;
  -- Where there are too many to rank them all, names that begin so are looked for by themselves.
  ids := array(
    select id
    from unnest(newest_posts_beginning(beginning, in_stream, enough) || ids) with ordinality as each_post (id, nth)
    group by id
    order by min(nth)
  );
end
$$;

-- Those with words that are nearly the same, each with those that stand in its place, besides what was found as typed.
create or replace function posts_nearly_typed(
  asked jsonb, besides tsquery, beginning text, in_stream text, enough integer, out ids uuid[]
) language plpgsql stable as $$
declare
  indexed tsquery;
  rest tsquery;
  is_slow boolean;
begin
  select * from posts_with_beginning(asked, in_stream) into indexed, rest, is_slow;
  select found.ids from newest_posts_with(indexed, rest, is_slow, besides, beginning, in_stream, enough) as found into ids;
end
$$;
