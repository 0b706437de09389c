-- What the search keeps of a post. Who changes what is kept adds a migration that has all posts indexed anew.

create or replace function windows_of(place bigint) returns integer[] language sql immutable strict parallel safe return array[
  (place >> 13)::integer * 10,
  (place >> 16)::integer * 10 + 1,
  (place >> 19)::integer * 10 + 2,
  (place >> 22)::integer * 10 + 3
];

-- A hundred steps of prices: with 18 the index brought thousands of posts of a step to find the 24 cheapest.
create or replace function price_step(paise integer) returns integer language sql immutable parallel safe return case
  when paise < 10000 then paise / 500 -- ₹5 each
  when paise < 50000 then 20 + (paise - 10000) / 1000 -- ₹10
  when paise < 100000 then 60 + (paise - 50000) / 2500 -- ₹25
  when paise < 300000 then 80 + (paise - 100000) / 10000 -- ₹100
  else 100
end;

-- The classes that these words name, the longest phrase first.
create or replace function classes_said(words text[]) returns text[] language plpgsql stable parallel safe as $$
declare
  said text := ' ' || array_to_string(words, ' ') || ' ';
begin
  return array(
    select class from class_phrases as phrase
    where position(' ' || phrase.words || ' ' in said) > 0
    order by length(phrase.words) desc
  );
end
$$;

create or replace function with_meanings(lexemes text[]) returns text[] language plpgsql stable parallel safe as $$
begin
  return lexemes || array(
    select distinct lexeme from meanings where first = any(lexemes) and alternative <@ lexemes
  );
end
$$;

-- Writes what the search keeps of these posts, and nothing else. Planned once for each connection: that takes longer than to index a post.
create or replace function reindex_posts(ids uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  delete from searchable_posts using all_posts as post
  where post.id = any(ids) and post_id = post.id and (post.is_sold_out or post.hidden_at is not null);
  merge into searchable_posts as kept
  using (
    select
      post.id,
      stream,
      left(array_to_string(of_name, ' '), 200) as name,
      array_to_tsvector(of_name || of_author || with_meanings(array_remove(
        array(select '~' || word from unnest(of_name || of_author || of_rest) as word)
          || array(select '=class ' || class from unnest(classes) as class)
          || left('=field ' || stream, 200)
          || left('=field ' || category, 200)
          || array[
            '<' || of_name[1], '=kind ' || post.kind, '=condition ' || condition, '=seller ' || accounts.kind,
            '=district ' || coalesce(post.district, accounts.district), '=price ' || price_step(payable_paise)
          ],
        null
      ))) as words,
      post.kind,
      classes[1] as class,
      left(category, 190) as category,
      condition,
      accounts.kind as seller,
      coalesce(post.district, accounts.district) as district,
      payable_paise
    from all_posts as post join accounts on accounts.id = seller_id,
      search_words(post.name) as of_name,
      search_words(coalesce(author_name, '')) as of_author,
      search_words(concat_ws(' ', class_name, college_name, category, stream)) as of_rest,
      array_cat(
        classes_said(search_words(class_name)), array_cat(classes_said(search_words(category)), classes_said(of_name))
      ) as classes
    where post.id = any(ids) and not is_sold_out and hidden_at is null
    order by post.id
  ) as post
  on kept.post_id = post.id
  when matched
    and (kept.name, kept.words, kept.payable_paise) is distinct from (post.name, post.words, post.payable_paise) then
    update set
      stream = post.stream, name = post.name, words = post.words, kind = post.kind, class = post.class,
      category = post.category, condition = post.condition, seller = post.seller, district = post.district,
      payable_paise = post.payable_paise
  when not matched then
    insert (
      post_id, stream, name, words, windows, kind, class, category, condition, seller, district, payable_paise
    ) values (
      post.id, post.stream, post.name, post.words, windows_of(nextval('posts_in_order')),
      post.kind, post.class, post.category, post.condition, post.seller, post.district, post.payable_paise
    );
end
$$;

create or replace function keep_searchable() returns trigger language plpgsql as $$
begin
  perform reindex_posts(array(select id from changed));
  return null;
end
$$;

-- A seller who changes the district does not wait until all posts have moved: the job `move posts` does it in batches.
create or replace function move_posts_of_account() returns trigger language plpgsql as $$
begin
  insert into moved_sellers (seller_id) values (new.id)
  on conflict (seller_id) do update set moved_up_to = null;
  return null;
end
$$;
