-- Posts that share long words of the title, then those of the same stream. Each word is a query of its own, because posts have many
-- more lexemes than titles have words.
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
