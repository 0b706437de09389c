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

-- Prices in steps, so that the index of words can be asked for one of them.
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
          || left('=field ' || stream, 200)
          || left('=field ' || category, 200)
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

-- Splits what a post must have into what the index is asked for and the rest, which is looked for in the posts that the index brings:
-- the index is slow to look up many alternatives, unless few posts have them. It is always asked for something, the rarest.
create function split_for_index(parts tsquery[], out indexed tsquery, out rest tsquery) language plpgsql stable as $$
declare
  few constant integer := 15; -- of the newest 500
  part record;
begin
  for part in
    select
      query,
      query::text not like '%|%' as is_simple,
      (
        select count(*) from (select words from searchable_posts order by post_id desc limit 500) as newest where words @@ query
      ) as frequency
    from unnest(parts) as asked (query)
    order by is_simple desc, frequency
  loop
    if part.is_simple or part.frequency <= few or numnode(part.query) <= 7 or indexed is null then indexed := coalesce(indexed && part.query, part.query);
    else rest := coalesce(rest && part.query, part.query); end if;
  end loop;
end
$$;

-- Whether a post has what the index is asked for, the rest, and the price.
create function is_found(
  words tsvector, payable_paise integer, indexed tsquery, rest tsquery, price_from integer, price_to integer
) returns boolean language sql immutable parallel safe return
  (indexed is null or words @@ indexed) and (rest is null or words @@ rest) and payable_paise between price_from and price_to;

-- The newest posts with all that. Frequent ones are found by looking through the newest posts, which takes 0.6 µs for each. The index,
-- which takes 2 µs for each that it brings, is asked for rarer ones: in windows of as many posts as have enough, by how many the
-- newest have. No more than 5,000 are brought.
create function newest_found(
  indexed tsquery, rest tsquery, enough integer, price_from integer default 0, price_to integer default 2147483647,
  out ids uuid[], out are_all boolean
) language plpgsql stable as $$
declare
  first_look constant integer := least(2000, 8 * enough);
  look_max constant integer := 5000;
  look_through_max constant integer := 20000;
  brought_max constant integer := 5000;
  place bigint := (select last_value from posts_in_order);
  newest bigint := first_look;
  with_indexed integer; -- of those looked through
  may_bring bigint; -- of the newest posts, what the index has of them
  bits integer := 13; -- of the size of a window
  windows_asked integer[];
begin
  are_all := false;
  loop
    with
      looked_through as (select post_id, words, payable_paise from searchable_posts order by post_id desc limit newest),
      brought as materialized (select * from looked_through where indexed is null or words @@ indexed)
    select
      array(
        select post_id from brought
        where is_found(words, payable_paise, null, rest, price_from, price_to)
        order by post_id desc
        limit enough
      ),
      (select count(*) from brought)
    into ids, with_indexed;
    if cardinality(ids) >= enough or newest >= place then
      are_all := newest >= place and cardinality(ids) < enough;
      return;
    end if;
    exit when newest > first_look or 1.3 * newest * enough > look_max * cardinality(ids);
    newest := 1.3 * newest * enough / cardinality(ids);
  end loop;

  -- As many posts as have enough if they are spread evenly, and some more; but no more than the index may bring. Where that is
  -- little, almost every post has what the index is asked for: they are looked through instead.
  may_bring := case when indexed is null then look_through_max else newest * brought_max / greatest(with_indexed, 1) end;
  newest := 1.3 * newest * enough / (cardinality(ids) + 1);
  newest := least(newest, may_bring);
  if may_bring <= look_through_max then
    ids := array(
      select post_id
      from (select post_id, words, payable_paise from searchable_posts order by post_id desc limit newest) as looked_through
      where is_found(words, payable_paise, indexed, rest, price_from, price_to)
      order by post_id desc
      limit enough
    );
    are_all := newest >= place and cardinality(ids) < enough;
    return;
  end if;
  if newest < 0.6 * place or may_bring < place then
    while newest >> bits > 8 loop bits := bits + 3; end loop;
    windows_asked := array(
      select (nth * 10 + (bits - 13) / 3)::integer from generate_series((place - newest) >> bits, place >> bits) as nth
    );
    ids := array(
      with brought as materialized (
        select post_id, words, payable_paise from searchable_posts
        where words @@ indexed and windows && windows_asked
        limit brought_max
      )
      select post_id from brought
      where is_found(words, payable_paise, null, rest, price_from, price_to)
      order by post_id desc
      limit enough
    );
    if cardinality(ids) >= enough / 4 or may_bring < place then return; end if; -- to look further would double the time
  end if;
  with brought as materialized (
    select post_id, words, payable_paise from searchable_posts where words @@ indexed limit brought_max
  )
  select
    array(
      select post_id from brought
      where is_found(words, payable_paise, null, rest, price_from, price_to)
      order by post_id desc
      limit enough
    ),
    (select count(*) < brought_max from brought)
  into ids, are_all;
  are_all := are_all and cardinality(ids) < enough;
end
$$;

-- The cheapest posts with all that. Frequent ones are found by looking through the cheapest posts; for rare ones the
-- index is asked for all, for others for one step of prices after the other.
create function cheapest_found(
  indexed tsquery, rest tsquery, price_from integer, price_to integer, enough integer, out ids uuid[]
) language plpgsql stable as $$
declare
  look_max constant integer := 4000;
  brought_max constant integer := 6000;
  step integer := price_step(price_from);
  of_step tsquery;
  are_all boolean;
begin
  ids := array(
    select post_id
    from (
      select post_id, words, payable_paise from searchable_posts
      where payable_paise between price_from and price_to
      order by payable_paise, post_id
      limit look_max
    ) as looked_through
    where is_found(words, payable_paise, indexed, rest, price_from, price_to)
    order by payable_paise, post_id
    limit enough
  );
  if cardinality(ids) >= enough then return; end if;

  if indexed is not null and cardinality(ids) < 4 then
    with brought as materialized (
      select post_id, words, payable_paise from searchable_posts where words @@ indexed limit brought_max
    )
    select
      array(
        select post_id from brought
        where is_found(words, payable_paise, null, rest, price_from, price_to)
        order by payable_paise, post_id
        limit enough
      ),
      (select count(*) < brought_max from brought)
    into ids, are_all;
    if are_all then return; end if;
  end if;

  ids := '{}';
  while step <= price_step(price_to) and cardinality(ids) < enough loop
    of_step := quote_literal('=price ' || step)::tsquery;
    of_step := coalesce(indexed && of_step, of_step);
    ids := ids || array(
      with brought as materialized (
        select post_id, words, payable_paise from searchable_posts where words @@ of_step limit brought_max
      )
      select post_id from brought
      where is_found(words, payable_paise, null, rest, price_from, price_to)
      order by payable_paise, post_id
      limit enough
    );
    step := step + 1;
  end loop;
  ids := ids[:enough];
end
$$;

-- Posts with these words and what was chosen of each facet, in the order asked for, and how many posts each choice has. Everything is
-- counted among the newest 300 that match: `is_cut` says whether there may be more. Of a facet from which something is chosen, the
-- other choices are counted, too: as if nothing was chosen from it. `total_of_words`: how many have the words, whatever is chosen.
create function search_everything(
  parts tsquery[], facets text[], chosen tsquery[], price_from integer, price_to integer, beginning text,
  ranks tsquery[], sort text, enough integer,
  out ids uuid[], out total integer, out is_cut boolean, out counts jsonb, out total_of_words integer
) language plpgsql stable as $$
declare
  sampled constant integer := 300;
  of_price tsquery := quote_literal('=price ' || price_step(price_from))::tsquery;
  is_one_price boolean := price_step(price_from) = price_step(price_to);
  asked record;
  filtered record;
  matching uuid[];
  are_all boolean;
  others uuid[] := '{}';
begin
  asked := split_for_index(parts);
  filtered := split_for_index(parts || array_remove(chosen, null) || case when is_one_price then array[of_price] else '{}' end);
  select found.ids, found.are_all from newest_found(filtered.indexed, filtered.rest, sampled, price_from, price_to) as found
  into matching, are_all;
  is_cut := not are_all;
  if cardinality(facets) > 0 then
    select found.ids from newest_found(asked.indexed, asked.rest, sampled) as found into others;
  end if;
  total_of_words := cardinality(case when cardinality(facets) > 0 then others else matching end);
  if cardinality(matching) = 0 then ids := '{}'; total := 0; return; end if;
  -- Names that begin so come first, also if the newest do not have a page of them.
  if is_cut and sort = 'match' and beginning <> '' and (
    select count(*) < enough from searchable_posts where post_id = any(matching) and name ^@ beginning
  ) then
    matching := matching || array(
      select post_id from searchable_posts
      where post_id = any(newest_posts_beginning(beginning, '', enough)) and post_id <> all(matching)
        and is_found(words, payable_paise, filtered.indexed, filtered.rest, price_from, price_to)
    );
  end if;

  with
    sample as materialized (
      select
        post_id, kind, class, stream, category, condition, seller, district, payable_paise,
        case when cardinality(facets) = 0 then '{}' else array(
          select facet from unnest(facets, chosen) as of_facet (facet, query)
          where case when facet = 'price' then payable_paise not between price_from and price_to else not words @@ query end
        ) end as unmet,
        case
          when sort <> 'match' then 0
          when beginning <> '' and name ^@ beginning then 0
          when words @@ ranks[1] then 1
          when words @@ ranks[2] then 2
          else 3
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
  if sort = 'price' and cardinality(matching) >= sampled then
    select found.ids from cheapest_found(filtered.indexed, filtered.rest, price_from, price_to, enough) as found into ids;
  end if;
end
$$;

-- As in 0023, but with the search above, and comparing with each word by the query of it: a post now has many more lexemes.
create or replace function similar_posts(asked text[], in_stream text, in_kind text, except_id uuid, enough integer)
returns uuid[] language plpgsql stable as $$
declare
  -- Long words say more about a book than short ones.
  said tsquery[] := array(
    select quote_literal(word)::tsquery
    from unnest(asked) as word where length(word) > 3 group by word order by length(word) desc, word limit 6
  );
  any_said tsquery := nullif(array_to_string(said, ' | '), '')::tsquery;
  candidates uuid[] := '{}';
begin
  if any_said is not null then select found.ids from newest_found(any_said, null, 60) as found into candidates; end if;
  candidates := candidates || array(
    select post_id from searchable_posts where stream = in_stream order by post_id desc limit enough + 1
  );
  return array(
    select post_id from searchable_posts
    where post_id = any(candidates) and post_id is distinct from except_id
    order by (select count(*) from unnest(said) as one where words @@ one) desc, kind = in_kind desc, post_id desc
    limit enough
  );
end
$$;
