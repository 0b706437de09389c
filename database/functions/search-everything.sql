-- The search of everything. Why: docs/decisions/0017-search-everything.md.

-- Splits what a post must have into what the index is asked for and the rest, which is looked for in the posts that the index brings:
-- the index is slow to look up many alternatives, unless few posts have them. It is always asked for something, the rarest.
create or replace function split_for_index(parts tsquery[], out indexed tsquery, out rest tsquery) language plpgsql stable as $$
declare
  few constant integer := 15; -- of the newest 500
  part record;
begin
  for part in
    select
      query,
      query::text !~ '\||:\*' as is_simple,
      numnode(query) <= 7 and query::text not like '%:*%' as is_short, -- a beginning stands for many words
      (
        select count(*) from (select words from searchable_posts order by post_id desc limit 500) as newest where words @@ query
      ) as frequency
    from unnest(parts) as asked (query)
    order by is_simple desc, frequency
  loop
    if part.is_simple or part.frequency <= few or part.is_short or indexed is null then indexed := coalesce(indexed && part.query, part.query);
    else rest := coalesce(rest && part.query, part.query); end if;
  end loop;
end
$$;

-- Whether a post has what the index is asked for, the rest, and the price.
create or replace function is_found(
  words tsvector, payable_paise integer, indexed tsquery, rest tsquery, price_from integer, price_to integer
) returns boolean language sql immutable parallel safe return
  (indexed is null or words @@ indexed) and (rest is null or words @@ rest) and payable_paise between price_from and price_to;

drop function if exists newest_found(tsquery, tsquery, integer, integer, integer);

-- The newest posts with all that. Frequent ones are found by looking through the newest posts, which takes 0.6 µs for each. The index,
-- which takes 2 µs for each that it brings, is asked for rarer ones: in windows of as many posts as have enough, by how many the
-- newest have. No more than 5,000 are brought. To look in all posts doubles the time: that is done where fewer than `at_least` were found,
-- by default a quarter.
create or replace function newest_found(
  indexed tsquery, rest tsquery, enough integer, price_from integer default 0, price_to integer default 2147483647,
  at_least integer default null, out ids uuid[], out are_all boolean
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
  newest := least(newest, greatest(may_bring, look_through_max));
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
    if cardinality(ids) >= coalesce(at_least, enough / 4) or may_bring < place then return; end if;
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

-- The cheapest posts with all that. Frequent ones are found by looking through the cheapest posts; for others the index is asked for one
-- step of prices after the other.
create or replace function cheapest_found(
  indexed tsquery, rest tsquery, price_from integer, price_to integer, enough integer, out ids uuid[]
) language plpgsql stable as $$
declare
  look_max constant integer := 4000;
  brought_max constant integer := 6000;
  step integer := price_step(price_from);
  of_step tsquery;
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

  ids := '{}';
  while step <= price_step(price_to) and cardinality(ids) < enough loop
    of_step := quote_literal('=price ' || step)::tsquery;
    of_step := coalesce(indexed && of_step, of_step);
    ids := ids || array(
      with brought as materialized (
        select post_id, payable_paise, is_found(words, payable_paise, null, rest, price_from, price_to) as is_found
        from searchable_posts where words @@ of_step
        limit brought_max
      )
      select post_id from brought where is_found order by payable_paise, post_id limit enough
    );
    step := step + 1;
  end loop;
  ids := ids[:enough];
end
$$;

-- Posts with these words and what was chosen of each facet, in the order asked for, and how many posts each choice has. Everything is
-- counted among the newest 300 that match: `is_cut` says whether there may be more. Of a facet from which something is chosen, the
-- other choices are counted, too: as if nothing was chosen from it. Without `is_counted` no choice is. `total_of_words`: how many have
-- the words, whatever is chosen.
-- The best match: posts with all of the first of `ranks`, then of the second, and so on; of each, first those whose names begin with the
-- words of `beginning` in any order; then what is in one of the districts `near`; then the newest. Copies of one book stand together.
-- `first_word`: what the index has of names that begin with the first word of `beginning`.
drop function if exists search_everything(
  tsquery[], text[], tsquery[], integer, integer, text, tsquery[], text, integer, text[]
);
create or replace function search_everything(
  parts tsquery[], facets text[], chosen tsquery[], price_from integer, price_to integer, beginning text,
  ranks tsquery[], sort text, enough integer, near text[] default '{}', first_word tsquery default null,
  is_counted boolean default true,
  out ids uuid[], out total integer, out is_cut boolean, out counts jsonb, out total_of_words integer
) language plpgsql stable as $$
declare
  sampled constant integer := 300;
  page constant integer := 24;
  of_price tsquery := quote_literal('=price ' || price_step(price_from))::tsquery;
  is_one_price boolean := price_step(price_from) = price_step(price_to);
  asked record;
  filtered record;
  matching uuid[];
  are_all boolean;
  others uuid[] := '{}';
  begun text[] := string_to_array(beginning, ' ');
begin
  asked := split_for_index(parts);
  filtered := split_for_index(parts || array_remove(chosen, null) || case when is_one_price then array[of_price] else '{}' end);
  select found.ids, found.are_all
  from newest_found(filtered.indexed, filtered.rest, sampled, price_from, price_to, greatest(enough, sampled / 4)) as found
  into matching, are_all;
  is_cut := not are_all;
  if is_counted and cardinality(facets) > 0 then
    select found.ids from newest_found(asked.indexed, asked.rest, sampled) as found into others;
  end if;
  total_of_words := greatest(cardinality(others), cardinality(matching));
  if cardinality(matching) = 0 then ids := '{}'; total := 0; return; end if;
  -- Names that begin so come first, also if the newest do not have a page of them.
  if is_cut and sort = 'match' and first_word is not null and (
    select count(*) < least(enough, page) from searchable_posts where post_id = any(matching) and name ^@ beginning
  ) then
    matching := matching || array(
      select id
      from newest_found(
          coalesce(filtered.indexed && first_word, first_word), filtered.rest, enough, price_from, price_to, at_least => enough
        ) as found,
        unnest(found.ids) as id
      where id <> all(matching)
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
        (select min(nth) from unnest(ranks) with ordinality as one (query, nth) where words @@ query) as rank,
        beginning <> '' and (name ^@ beginning or (string_to_array(name, ' '))[:cardinality(begun)] @> begun) as begins,
        coalesce(district = any(near), false) as is_near
      from (select unnest(matching) union select unnest(others)) as found (id)
      join searchable_posts on post_id = found.id
    ),
    placed as (
      select
        post_id,
        payable_paise,
        row_number() over (order by case when sort = 'match' then rank end, sort = 'match' and begins desc, is_near desc, post_id desc) as place
      from sample
      where unmet = '{}'
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
      select post_id
      from placed join posts on posts.id = post_id
      order by
        case sort
          when 'price' then placed.payable_paise
          when 'match' then min(place) over (partition by coalesce(same_book, -place))
        end,
        place
      limit enough
    ),
    (select count(*) from sample where unmet = '{}'),
    case when is_counted then (
      select jsonb_object_agg(facet, values)
      from (select facet, jsonb_object_agg(value, count) as values from counted group by facet) as each
    ) end
  into ids, total, counts;

  -- The cheapest of very many are rarely among the newest.
  if sort = 'price' and cardinality(matching) >= sampled then
    select found.ids from cheapest_found(filtered.indexed, filtered.rest, price_from, price_to, enough) as found into ids;
  end if;
end
$$;
