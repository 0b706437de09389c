-- The dictionary of the search: words of posts that can be found, each with the number of these posts. A word goes with its last post,
-- and what many posts say comes first, so that nobody can fill it with words of their own. Who posts does not wait for another who posts
-- the same word: triggers note the changes in words_to_count, and the job `count words` adds them up within seconds. Until then a post is
-- found by its words as they are, but not by misspelt and cut ones.

-- The words that a post gives to the dictionary. Honest posts have fewer.
create function dictionary_words(words tsvector) returns text[] language sql immutable strict parallel safe return array(
  select substr(lexeme, 2) from unnest(tsvector_to_array(words)) as lexeme
  where lexeme like '~%'
  order by lexeme collate "C"
  limit 40
);

create table words_to_count (
  id bigint generated always as identity primary key,
  word text collate "C" not null,
  posts integer not null
);

create function note_words() returns trigger language plpgsql as $$
begin
  insert into words_to_count (word, posts)
  select word, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed, unnest(dictionary_words(words)) as word
  group by word;
  return null;
end
$$;
create function note_changed_words() returns trigger language plpgsql as $$
begin
  insert into words_to_count (word, posts)
  select word, sum(posts)
  from (
    select unnest(dictionary_words(words)) as word, 1 as posts from changed
    union all
    select unnest(dictionary_words(words)), -1 from earlier
  ) as each_word
  group by word
  having sum(posts) <> 0;
  return null;
end
$$;
create trigger searchable_added_notes_words after insert on searchable_posts
  referencing new table as changed for each statement execute function note_words();
create trigger searchable_changed_notes_words after update on searchable_posts
  referencing old table as earlier new table as changed for each statement execute function note_changed_words();
create trigger searchable_deleted_notes_words after delete on searchable_posts
  referencing old table as changed for each statement execute function note_words();

-- Of as many posts, the word that was known first comes first: it has the smaller id.
truncate searchable_words;
drop index searchable_words_word, searchable_words_letters, searchable_words_consonants;
alter table searchable_words
  add column id bigint generated always as identity,
  add column posts integer not null,
  add column is_common boolean not null generated always as (posts >= 8) stored,
  add primary key (word),
  set (fillfactor = 80); -- counts change in place
create index searchable_words_letters on searchable_words (letters);
create index searchable_words_consonants on searchable_words (consonants, is_common desc);
insert into searchable_words (word, posts)
select word, count(*) from searchable_posts, unnest(dictionary_words(words)) as word group by word order by word;

-- What misspelt words are compared with: one row for all words that sound the same, in whatever script. Those of many posts have an
-- index of their own, in which rare ones cannot hide them.
create table searchable_letters (
  letters text primary key,
  id bigint generated always as identity,
  posts integer not null,
  is_common boolean not null generated always as (posts >= 8) stored
) with (fillfactor = 80);
create index searchable_letters_near on searchable_letters using gin (letters gin_trgm_ops) with (fastupdate = off);
create index searchable_letters_near_common on searchable_letters using gin (letters gin_trgm_ops) with (fastupdate = off)
  where is_common;
insert into searchable_letters (letters, posts)
select letters, sum(posts) from searchable_words where letters <> '' group by letters order by min(id);
analyze searchable_words, searchable_letters;

-- As in 0028, but words are noted by the triggers above, when a post goes, too.
create or replace function keep_searchable() returns trigger language plpgsql as $$
begin
  delete from searchable_posts using changed
  where post_id = changed.id and (changed.is_sold_out or changed.hidden_at is not null);
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
    where not is_sold_out and hidden_at is null
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
  return null;
end
$$;

-- As in 0015, but a word that is not counted yet is looked for in the posts.
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
