-- One search over all posts, with filters and counts. Why it is done so: docs/decisions/0017-search-everything.md.

-- What a buyer pays; the same rule as payablePaise in app/posts/prices.ts. And which posts are copies of the same book: those
-- with the same ISBN, or else with the same words of name and author in any order.
create function same_book(kind text, isbn text, name text, author text) returns bigint
language sql immutable parallel safe return case when kind in ('book', 'novel') then hashtextextended(
  coalesce(isbn, (
    select string_agg(word, ' ' order by word collate "C")
    from (select distinct unnest(search_words(name || ' ' || coalesce(author, '')))) as used (word)
  )),
  0
) end;
alter table posts
  add column payable_paise integer not null generated always as (
    coalesce(selling_price_paise, round(price_paise * (100 - coalesce(discount, 0)) / 100.0)::integer)
  ) stored,
  add column same_book bigint generated always as (same_book(kind, isbn, name, author_name)) stored;
create index posts_of_same_book on posts (same_book, payable_paise, id) where same_book is not null;

-- Prices in steps, so that the index of words can be asked for a range of them. The same steps are in
-- app/posts/search/price-steps.ts.
create function price_step(paise integer) returns integer language sql immutable parallel safe return width_bucket(
  paise,
  array[1, 2500, 5000, 7500, 10000, 15000, 20000, 25000, 30000, 40000, 50000, 75000, 100000, 150000, 200000, 300000, 500000]
);

-- What people call a class, in the index's spelling, and its name in the filter: 'class xii' is 'HS 2nd Year'. Every start
-- writes it from app/posts/search/synonyms.txt. If it has changed, the posts are indexed anew, one after the other, from next_id.
create table class_phrases (
  words text primary key,
  class text not null
);
create table class_index (
  is_only boolean primary key default true check (is_only),
  next_id uuid -- null: all posts are indexed
);

-- The class that these words name, by the longest phrase.
create function class_said(words text[]) returns text language plpgsql stable parallel safe as $$
declare
  said text := ' ' || array_to_string(words, ' ') || ' ';
begin
  return (
    select class from class_phrases as phrase
    where position(' ' || phrase.words || ' ' in said) > 0
    order by length(phrase.words) desc
    limit 1
  );
end
$$;

-- What the filters count, beside the words that the index is asked for.
alter table searchable_posts
  add column kind text,
  add column class text,
  add column category text,
  add column condition text,
  add column seller text,
  add column district text,
  add column payable_paise integer;
create index searchable_posts_price on searchable_posts (payable_paise, post_id);

-- In `words` are now: the words of name and author as they are; after a tilde these and the words of class, college, category
-- and stream; after an equals sign, which no word has, what a filter may ask for.
create or replace function keep_searchable() returns trigger language plpgsql as $$
begin
  merge into searchable_posts as kept
  using (
    select
      changed.id,
      stream,
      left(array_to_string(of_name, ' '), 200) as name,
      array_to_tsvector(array_remove(
        of_name || of_author
          || array(select '~' || word from unnest(of_name || of_author || of_rest) as word)
          || left('=' || stream, 200)
          || left('=category ' || category, 200)
          || array[
            '=kind ' || changed.kind, '=class ' || class, '=condition ' || condition, '=seller ' || accounts.kind,
            '=district ' || coalesce(changed.district, accounts.district), '=price ' || price_step(payable_paise)
          ],
        null
      )) as words,
      changed.kind,
      class,
      left(category, 190) as category,
      condition,
      accounts.kind as seller,
      coalesce(changed.district, accounts.district) as district,
      payable_paise
    from changed join accounts on accounts.id = seller_id,
      search_words(changed.name) as of_name,
      search_words(coalesce(author_name, '')) as of_author,
      search_words(concat_ws(' ', class_name, college_name, category, stream)) as of_rest,
      coalesce(class_said(search_words(class_name)), class_said(search_words(category)), class_said(of_name)) as class
    order by id
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

  insert into searchable_words (word)
  select distinct substr(lexeme, 2)
  from changed join searchable_posts on post_id = id, unnest(tsvector_to_array(words)) as lexeme
  where lexeme like '~%'
    and not exists (select from searchable_words as known where known.word = substr(lexeme, 2));
  return null;
end
$$;
update posts set name = name; -- what was posted before

-- The posts of a seller who moves move along, but for those with a district of their own.
create function move_posts_of_account() returns trigger language plpgsql as $$
begin
  update posts set district = null where seller_id = new.id and district is null;
  return null;
end
$$;
create trigger accounts_moved after update of district on accounts
  for each row when (old.district is distinct from new.district) execute function move_posts_of_account();

-- The consonants of a word, for finding Assamese and Hindi words by what people type in Latin letters, and the reverse:
-- বুঢ়ী and burhi are both `br`.
create function consonants(word text) returns text language sql immutable strict parallel safe return regexp_replace(
  translate(
    regexp_replace(
      regexp_replace(
        rough_letters(replace(replace(replace(word, 'ড়', 'ৰ'), 'ঢ়', 'ৰ'), 'য়', '')), 'ng', 'n', 'g'
      ),
      '(?<=[bcdfgjkprstxz])h|[aeiouy]', '', 'g'
    ),
    'cxzfvwq', 'ssjpbbk'
  ),
  '([a-z])\1+', '\1', 'g'
);
alter table searchable_words add column consonants text not null generated always as (consonants(word)) stored;
create index searchable_words_consonants on searchable_words (consonants);

-- As in 0017, but looks through as many of the newest posts as have enough where every fifth matches.
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
    foreach newest in array array[250, 5 * enough] loop
      ids := array(
        select post_id
        from (select post_id, words from searchable_posts order by post_id desc limit newest) as looked_through
        where words @@ indexed and (rest is null or words @@ rest) and (besides is null or not words @@ besides)
        order by post_id desc
        limit enough
      );
      if cardinality(ids) >= enough then return; end if;
      exit when cardinality(ids) < newest / 5;
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

-- The newest posts with these words and filters; of all posts without any.
create function newest_found(asked tsquery, enough integer) returns uuid[] language plpgsql stable as $$
begin
  if asked is null then return array(select post_id from searchable_posts order by post_id desc limit enough); end if;
  return (select ids from newest_posts_with(asked, null, false, null, '', '', enough));
end
$$;

-- Posts with the words of `asked` and what was chosen of each facet, in the order asked for, and how many posts each choice has.
-- Everything is counted among the newest 1,000 that match: `is_cut` says whether there are more. Of a facet from which something
-- is chosen, the other choices are counted, too: as if nothing was chosen from it.
create function search_everything(
  asked tsquery, facets text[], chosen tsquery[], price_from integer, price_to integer,
  beginning text, ranks tsquery[], sort text, enough integer,
  out ids uuid[], out total integer, out is_cut boolean, out counts jsonb
) language plpgsql stable as $$
declare
  sampled constant integer := 1000;
  page constant integer := 24;
  filtered tsquery := asked;
  one_facet tsquery;
  matching uuid[];
  others uuid[] := '{}';
begin
  foreach one_facet in array chosen loop filtered := coalesce(filtered && one_facet, one_facet); end loop;
  matching := newest_found(filtered, sampled);
  is_cut := cardinality(matching) >= sampled;
  if cardinality(chosen) > 0 then others := newest_found(asked, sampled); end if;
  -- Names that begin so come first, also if the newest do not have a page of them.
  if is_cut and sort = 'match' and beginning <> '' and (
    select count(*) < page from searchable_posts where post_id = any(matching) and name ^@ beginning
  ) then
    matching := matching || array(
      select post_id from searchable_posts
      where post_id = any(newest_posts_beginning(beginning, '', page)) and words @@ filtered and post_id <> all(matching)
    );
  end if;

  with
    sample as materialized (
      select
        post_id, kind, class, stream, category, condition, seller, district, payable_paise,
        case when cardinality(chosen) = 0 then '{}' else array(
          select facet from unnest(facets, chosen) as of_facet (facet, query)
          where not (words @@ query and (facet <> 'price' or payable_paise between price_from and price_to))
        ) end as unmet,
        case
          when sort <> 'match' then 0
          when beginning <> '' and name ^@ beginning then 0
          when words @@ ranks[1] then 1
          when words @@ ranks[2] then 2
          when words @@ ranks[3] then 3
          when words @@ ranks[4] then 4
          else 5
        end as rank
      from (select unnest(matching) union select unnest(others)) as found (id)
      join searchable_posts on post_id = found.id
    ),
    counted as (
      select 'kind' as facet, kind as value, count(*) from sample where unmet <@ array['kind'] group by 2
      union all
      select 'class', class, count(*) from sample where unmet <@ array['class'] group by 2
      union all
      select 'field', stream, count(*) from sample where unmet <@ array['field'] group by 2
      union all
      select 'field', category, count(*) from sample where unmet <@ array['field'] group by 2
      union all
      select 'condition', condition, count(*) from sample where unmet <@ array['condition'] group by 2
      union all
      select 'seller', seller, count(*) from sample where unmet <@ array['seller'] group by 2
      union all
      select 'district', district, count(*) from sample where unmet <@ array['district'] group by 2
    )
  select
    array(
      select post_id from sample where unmet = '{}'
      order by rank, case when sort = 'price' then payable_paise end, post_id desc
      limit enough
    ),
    (select count(*) from sample where unmet = '{}'),
    (
      select jsonb_object_agg(facet, values)
      from (select facet, jsonb_object_agg(value, count) as values from counted where value is not null group by facet) as each
    )
  into ids, total, counts;

  -- The cheapest of very many are rarely among the newest: they are looked for from the cheapest post upwards.
  if sort = 'price' and is_cut then
    ids := array(
      select post_id
      from (
        select post_id, words from searchable_posts
        where payable_paise between price_from and price_to
        order by payable_paise, post_id
        limit 50000
      ) as cheapest
      where filtered is null or words @@ filtered
      limit enough
    );
  end if;
end
$$;
