-- The order of the search: by what it is about, whatever the order of its words. Why: docs/decisions/0017-search-everything.md.

-- Posts with these words and what was chosen of each facet, in the order asked for, and how many posts each choice has. Everything is
-- counted among the newest 300 that match: `is_cut` says whether there may be more. Of a facet from which something is chosen, the
-- other choices are counted, too: as if nothing was chosen from it. `total_of_words`: how many have the words, whatever is chosen.
-- The best match: posts with all of the first of `ranks`, then of the second, and so on; of each, first those whose names begin with the
-- words of `beginning` in any order; then what is in one of the districts `near`; then the newest. Copies of one book stand together.
drop function search_everything;
create function search_everything(
  parts tsquery[], facets text[], chosen tsquery[], price_from integer, price_to integer, beginning text,
  ranks tsquery[], sort text, enough integer, near text[] default '{}',
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
  begun text[] := string_to_array(beginning, ' ');
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
