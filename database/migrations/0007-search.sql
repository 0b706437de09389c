-- Search by words. Why it stands so, and what it costs: docs/decisions/0009-search.md.
create extension if not exists pg_trgm;

-- The words of a text as they are searched, in their order: one spelling for all that Unicode spells in several ways, no
-- case, no accents of Latin letters, digits of one kind. Vowel signs, viramas and nuktas are letters and stay. Separators
-- are listed, because what counts as a letter differs from one locale to the next. Initials are one word: people write
-- H. C. Verma, H.C. Verma and HC Verma.
create function search_words(phrase text) returns text[] language sql immutable strict parallel safe return string_to_array(
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

-- A word's rough sound, in Latin letters: what people mistake for each other when they write Assamese, Bengali or Hindi
-- becomes one letter, and trigrams of it are the same in every locale.
create function rough_letters(word text) returns text language sql immutable strict parallel safe return translate(
  word,
  'কখগঘচছজঝযটঠতথৎডঢদধঙঞণনংপফবভৱমৰরঋৃলশষসহঃঅআাইঈিীউঊুূৗএঐেৈওঔোৌ' ||
  'कखगघचछजझटठतथडढदधङञणनंपफबभवमयरऋृलळशषसहःअआािइईीउऊुूएऐेैओऔोौऑॉ' ||
  '়্ঁ़्ँ',
  'kkggccjjjtttttddddnnnnnppbbbmrrrrlssshhaaaiiiiuuuuueeeeoooo' ||
  'kkggccjjttttddddnnnnnppbbbmyrrrllssshhaaaiiiiuuuueeeeoooooo'
);

-- What a search reads of a post, and nothing else: many of them are looked through.
create table searchable_posts (
  post_id uuid primary key references posts on delete cascade,
  stream text,
  -- The words of the name as one text: names that begin as the search does come first.
  name text collate "C" not null,
  -- The words of name and author; and the stream after a sign that no word has, so that one index answers for both.
  words tsvector not null,
  -- Which of the windows below it stands in. With the words in one index, they bring the newest of very many matches
  -- without the others: that index has no order of its own.
  windows integer[] not null
);
create index searchable_posts_name on searchable_posts (name, stream, post_id);
create index searchable_posts_stream on searchable_posts (stream, post_id);
-- The windows first: the index then looks for the words in them alone.
create index searchable_posts_words on searchable_posts using gin (windows, words) with (fastupdate = off);

-- Posts in the order they came, cut into windows of 8,192, and eight times as many, three times over. The last digit of a
-- window says its size, those before it which one it is.
create sequence posts_in_order;
create function windows_of(place bigint) returns integer[] language sql immutable strict parallel safe return array[
  (place >> 13)::integer * 10,
  (place >> 16)::integer * 10 + 1,
  (place >> 19)::integer * 10 + 2,
  (place >> 22)::integer * 10 + 3
];

-- All words ever posted: which ones begin so, and which was meant when one is misspelt. Not unique and not counted:
-- whoever posts never waits for another who posts the same word. The job `sweep words` removes what nobody uses any more.
create table searchable_words (
  word text collate "C" not null,
  letters text not null generated always as (rough_letters(word)) stored
);
create index searchable_words_word on searchable_words (word);
create index searchable_words_letters on searchable_words using gin (letters gin_trgm_ops) with (fastupdate = off);

create function keep_searchable() returns trigger language plpgsql as $$
begin
  merge into searchable_posts as kept
  using (
    select
      id,
      stream,
      left(array_to_string(of_name, ' '), 200) as name,
      array_to_tsvector(array_remove(of_name || of_author || left('=' || stream, 200), null)) as words
    from changed, search_words(name) as of_name, search_words(coalesce(author_name, '')) as of_author
    order by id
  ) as post
  on kept.post_id = post.id
  when matched and (kept.stream, kept.name, kept.words) is distinct from (post.stream, post.name, post.words) then
    update set stream = post.stream, name = post.name, words = post.words
  when not matched then
    insert values (post.id, post.stream, post.name, post.words, windows_of(nextval('posts_in_order')));

  insert into searchable_words (word)
  select distinct word
  from changed join searchable_posts on post_id = id, unnest(tsvector_to_array(words)) as used (word)
  where word not like '=%'
    and not exists (select from searchable_words as known where known.word = used.word);
  return null;
end
$$;
create trigger post_created after insert on posts
  referencing new table as changed for each statement execute function keep_searchable();
create trigger post_changed after update on posts
  referencing new table as changed for each statement execute function keep_searchable();

-- What was posted before.
update posts set name = name;
