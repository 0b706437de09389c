-- Finer steps of prices, a hundred: with 18 the index brought thousands of posts of a step to find the 24 cheapest.
create or replace function price_step(paise integer) returns integer language sql immutable parallel safe return case
  when paise < 10000 then paise / 500 -- ₹5 each
  when paise < 50000 then 20 + (paise - 10000) / 1000 -- ₹10
  when paise < 100000 then 60 + (paise - 50000) / 2500 -- ₹25
  when paise < 300000 then 80 + (paise - 100000) / 10000 -- ₹100
  else 100
end;
update posts set name = name; -- indexes what was posted before

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
