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

-- What people call a class, in the index's spelling, and its name in the filter: 'class xii' is 'HS 2nd Year'. And what words mean: a
-- post with all lexemes of an alternative has the lexeme, so that a search asks for one lexeme in place of all synonyms. Every start
-- writes both from app/posts/search/synonyms.txt. If they have changed, the posts are indexed anew, one after the other, from next_id.
create table class_phrases (
  words text primary key,
  class text not null
);
create table meanings (
  lexeme text not null,
  alternative text[] not null,
  first text not null generated always as (alternative[1]) stored,
  primary key (first, lexeme, alternative)
);
create table index_renewal (
  is_only boolean primary key default true check (is_only),
  next_id uuid -- null: all posts are indexed
);

-- The classes that these words name, the longest phrase first.
create function classes_said(words text[]) returns text[] language plpgsql stable parallel safe as $$
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

create function with_meanings(lexemes text[]) returns text[] language plpgsql stable parallel safe as $$
begin
  return lexemes || array(
    select distinct lexeme from meanings where first = any(lexemes) and alternative <@ lexemes
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
-- and stream; after a caret what these mean; after an equals sign what a filter may ask for. No word has these signs.
create or replace function keep_searchable() returns trigger language plpgsql as $$
begin
  merge into searchable_posts as kept
  using (
    select
      changed.id,
      stream,
      left(array_to_string(of_name, ' '), 200) as name,
      array_to_tsvector(of_name || of_author || with_meanings(array_remove(
        array(select '~' || word from unnest(of_name || of_author || of_rest) as word)
          || array(select '=class ' || class from unnest(classes) as class)
          || left('=' || stream, 200)
          || left('=category ' || category, 200)
          || array[
            '=kind ' || changed.kind, '=condition ' || condition, '=seller ' || accounts.kind,
            '=district ' || coalesce(changed.district, accounts.district), '=price ' || price_step(payable_paise)
          ],
        null
      ))) as words,
      changed.kind,
      classes[1] as class,
      left(category, 190) as category,
      condition,
      accounts.kind as seller,
      coalesce(changed.district, accounts.district) as district,
      payable_paise
    from changed join accounts on accounts.id = seller_id,
      search_words(changed.name) as of_name,
      search_words(coalesce(author_name, '')) as of_author,
      search_words(concat_ws(' ', class_name, college_name, category, stream)) as of_rest,
      array_cat(
        classes_said(search_words(class_name)), array_cat(classes_said(search_words(category)), classes_said(of_name))
      ) as classes
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

-- The newest posts with these words and filters; without any, the newest posts. Frequent ones are found by looking through the newest
-- posts, which takes 0.6 µs for each. The index, which takes 2 µs for each that it brings, is asked for rarer ones: in windows of as
-- many posts as have enough, by how many the newest have, and for the rarest among all.
create function newest_found(asked tsquery, enough integer) returns uuid[] language plpgsql stable as $$
declare
  first_look constant integer := 2000;
  look_max constant integer := 5000;
  brought_max constant integer := 6000;
  place bigint := (select last_value from posts_in_order);
  newest bigint := first_look;
  bits integer := 13; -- of the size of a window
  ids uuid[];
begin
  if asked is null then return array(select post_id from searchable_posts order by post_id desc limit enough); end if;
  loop
    ids := array(
      select post_id from (select post_id, words from searchable_posts order by post_id desc limit newest) as looked_through
      where words @@ asked
      order by post_id desc
      limit enough
    );
    if cardinality(ids) >= enough then return ids; end if;
    exit when cardinality(ids) < 10; -- too few to tell how many posts have enough
    newest := 1.3 * newest * enough / cardinality(ids);
    exit when newest > look_max;
  end loop;

  if newest = first_look then newest := 1 << 20; end if;
  if newest < 0.7 * place then
    while newest >> bits > 8 loop bits := bits + 3; end loop;
    ids := array(
      with brought as materialized (
        select post_id from searchable_posts
        where words @@ asked and windows && array(
          select (nth * 10 + (bits - 13) / 3)::integer from generate_series((place - newest) >> bits, place >> bits) as nth
        )
        limit brought_max
      )
      select post_id from brought order by post_id desc limit enough
    );
    if cardinality(ids) >= enough then return ids; end if;
  end if;
  return array(
    with brought as materialized (select post_id from searchable_posts where words @@ asked limit brought_max)
    select post_id from brought order by post_id desc limit enough
  );
end
$$;

-- The cheapest posts with these words and filters. Frequent ones are found by looking through the cheapest posts, rare ones by asking
-- the index for all; others by asking it for one step of prices after the other.
create function cheapest_found(asked tsquery, price_from integer, price_to integer, enough integer) returns uuid[]
language plpgsql stable as $$
declare
  look_max constant integer := 2000;
  brought_max constant integer := 6000;
  step integer := price_step(price_from);
  of_step tsquery;
  ids uuid[];
  is_all boolean;
begin
  ids := array(
    select post_id
    from (
      select post_id, words, payable_paise from searchable_posts
      where payable_paise between price_from and price_to
      order by payable_paise, post_id
      limit look_max
    ) as looked_through
    where asked is null or words @@ asked
    order by payable_paise, post_id
    limit enough
  );
  if asked is null or cardinality(ids) >= enough then return ids; end if;

  if cardinality(ids) < 10 then
    with brought as materialized (
      select post_id, payable_paise from searchable_posts where words @@ asked limit brought_max
    )
    select
      array(
        select post_id from brought
        where payable_paise between price_from and price_to
        order by payable_paise, post_id
        limit enough
      ),
      (select count(*) < brought_max from brought)
    into ids, is_all;
    if is_all then return ids; end if;
  end if;

  ids := '{}';
  while step <= price_step(price_to) and cardinality(ids) < enough loop
    of_step := asked && quote_literal('=price ' || step)::tsquery;
    ids := ids || array(
      with brought as materialized (
        select post_id, payable_paise from searchable_posts
        where words @@ of_step and payable_paise between price_from and price_to
        limit brought_max
      )
      select post_id from brought order by payable_paise, post_id limit enough
    );
    step := step + 1;
  end loop;
  return ids[:enough];
end
$$;

-- Posts with the words of `asked` and what was chosen of each facet, in the order asked for, and how many posts each choice has.
-- Everything is counted among the newest 500 that match: `is_cut` says whether there are more. Of a facet from which something
-- is chosen, the other choices are counted, too: as if nothing was chosen from it.
create function search_everything(
  asked tsquery, facets text[], chosen tsquery[], price_from integer, price_to integer,
  beginning text, ranks tsquery[], sort text, enough integer,
  out ids uuid[], out total integer, out is_cut boolean, out counts jsonb
) language plpgsql stable as $$
declare
  sampled constant integer := 500;
  filtered tsquery := asked;
  one_facet tsquery;
  matching uuid[];
  others uuid[] := '{}';
begin
  foreach one_facet in array chosen loop filtered := coalesce(filtered && one_facet, one_facet); end loop;
  matching := newest_found(filtered, sampled);
  is_cut := cardinality(matching) >= sampled;
  if cardinality(matching) = 0 then ids := '{}'; total := 0; return; end if;
  if cardinality(chosen) > 0 then others := newest_found(asked, sampled); end if;
  -- Names that begin so come first, also if the newest do not have a page of them.
  if is_cut and sort = 'match' and beginning <> '' and (
    select count(*) < enough from searchable_posts where post_id = any(matching) and name ^@ beginning
  ) then
    matching := matching || array(
      select post_id from searchable_posts
      where post_id = any(newest_posts_beginning(beginning, '', enough)) and words @@ filtered and post_id <> all(matching)
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
      select facet collate "C", value collate "C", count(*)
      from sample, lateral (values
        ('kind', kind), ('class', class), ('field', stream), ('field', category), ('condition', condition), ('seller', seller),
        ('district', district)
      ) as choice (facet, value)
      where value is not null and unmet <@ array[facet]
      group by 1, 2
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
      from (select facet, jsonb_object_agg(value, count) as values from counted group by facet) as each
    )
  into ids, total, counts;

  -- The cheapest of very many are rarely among the newest.
  if sort = 'price' and is_cut then ids := cheapest_found(filtered, price_from, price_to, enough); end if;
end
$$;
