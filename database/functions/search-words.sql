-- The words of a text as they are searched, in their order: one spelling for all that Unicode spells in several ways, no
-- case, no accents of Latin letters, digits of one kind. Vowel signs, viramas and nuktas are letters and stay. Separators
-- are listed, because what counts as a letter differs from one locale to the next. Initials are one word: people write
-- H. C. Verma, H.C. Verma and HC Verma.
create or replace function search_words(phrase text) returns text[] language sql immutable strict parallel safe return string_to_array(
  regexp_replace(
    regexp_replace(
      trim(regexp_replace(
        translate(
          lower(regexp_replace(
            normalize(phrase, nfkd),
            -- accents, apostrophes, soft hyphens, joiners
            '[\u0300-\u036f''`\u00ad\u02b9-\u02bf\u2018\u2019\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]+', '', 'g'
          )),
          '০১২৩৪৫৬৭৮৯०१२३४५६७८९', '01234567890123456789'
        ),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u0964\u0965\u0970\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3020\ue000-\uf8ff\ufff0-\uffff\U0001f000-\U0001faff]+',
        ' ', 'g'
      )),
      '(?<![^ ])([a-z]) (?=[a-z](?![^ ]))', '\1', 'g' -- initials
    ),
    '([^ ]{64})[^ ]+', '\1', 'g' -- no word is longer than an index takes
  ),
  ' '
);

-- The words that a post gives to the dictionary. Honest posts have fewer.
create or replace function dictionary_words(words tsvector) returns text[] language sql immutable strict parallel safe return array(
  select substr(lexeme, 2) from unnest(tsvector_to_array(words)) as lexeme
  where lexeme like '~%'
  order by lexeme collate "C"
  limit 40
);

-- For the job that counts the posts of each word: nobody who posts waits for another with the same word.
create or replace function note_words() returns trigger language plpgsql as $$
begin
  insert into words_to_count (word, posts)
  select word, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed, unnest(dictionary_words(words)) as word
  group by word;
  return null;
end
$$;

create or replace function note_changed_words() returns trigger language plpgsql as $$
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
