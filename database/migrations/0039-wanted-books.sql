-- Requests that find their book, and searches that people are told of. Why it is done so: docs/decisions/0027-requests-that-find-their-book.md.
alter table book_requests
  add column closed_at timestamptz,
  add column closed_because text check (closed_because in ('found', 'not needed', 'team')),
  add constraint book_requests_closed check ((closed_at is null) = (closed_because is null));
drop index book_requests_of_account;
create index book_requests_of_account on book_requests (account_id, id desc);

create table saved_searches (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts on delete cascade,
  -- As in the address of the search page, without order and length of the list: the same search is saved once.
  query text not null check (query <> ''),
  -- The same in words.
  title text not null check (title <> ''),
  created_at timestamptz(3) not null default now()
);
-- A query may be longer than an index takes.
create unique index saved_searches_once on saved_searches (account_id, md5(query));

-- What every new or edited post is compared with: one row for each request and each saved search.
create table wants (
  id uuid primary key default uuidv7(),
  book_request_id uuid unique references book_requests on delete cascade,
  saved_search_id uuid unique references saved_searches on delete cascade,
  -- Of the request or the search, which take the row with them.
  account_id uuid not null,
  is_open boolean not null default true,
  -- The words in the search's own spelling, and for each its letters and consonants. Null: it is not indexed yet.
  words text[],
  letters text[],
  consonants text[],
  -- The classes that it names, as the search's filter calls them.
  classes text[] not null default '{}',
  -- The same for all requests of the same book: a hash of its words and its class.
  same_book bigint,
  -- When mail and push last told of a match, and when they may tell again.
  told_at timestamptz,
  due_at timestamptz,
  check (num_nonnulls(book_request_id, saved_search_id) = 1)
) with (fillfactor = 80);
create index wants_to_index on wants (id) where is_open and words is null;
create index wants_due on wants (due_at) where due_at is not null;
create index wants_of_same_book on wants (same_book, book_request_id) where is_open and same_book is not null;
create index wants_newest on wants (book_request_id desc) where is_open and same_book is not null;

-- The lexemes of the search's index that a post must have, or be near to. A post finds its requests by their rarest one.
create table want_keys (
  want_id uuid not null references wants on delete cascade,
  lexeme text collate "C" not null,
  -- Empty: a post of any class.
  class text collate "C" not null,
  is_rarest boolean not null,
  -- Of how many posts its person was told: who was told of fewer comes first.
  times_told integer not null default 0,
  primary key (want_id, lexeme)
);
create index want_keys_rarest on want_keys (lexeme, class, times_told, want_id) where is_rarest;
create index want_keys_lexeme on want_keys (lexeme, class, want_id);

-- The words among those lexemes, to find which of them the misspelt word of a post may be. They stay when the request is closed: the next
-- one has most of them.
create table want_words (
  word text collate "C" primary key,
  letters text not null generated always as (rough_letters(word)) stored,
  consonants text not null generated always as (consonants(word)) stored
);
create index want_words_letters on want_words using gin (letters gin_trgm_ops) with (fastupdate = off);
create index want_words_consonants on want_words (consonants);

-- A pair is here once, however often the post is edited: nobody is told twice of it.
create table matches (
  want_id uuid not null references wants on delete cascade,
  post_id uuid not null references posts on delete cascade,
  -- Null: of a search, which is told of all its new posts at once; or the notice is forgotten.
  notice_id uuid references notices on delete set null,
  -- Whether mail and push have told of it.
  is_told boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (want_id, post_id)
);
create index matches_of_post on matches (post_id);
create index matches_of_notice on matches (notice_id) where notice_id is not null;

-- Posts to compare. Not unique, and without a reference: who posts never waits for the job.
create table posts_to_match (
  id bigint generated always as identity primary key,
  post_id uuid not null
);

create function queue_new_posts() returns trigger language plpgsql as $$
begin
  insert into posts_to_match (post_id) select id from added where not is_sold_out;
  return null;
end
$$;
create trigger post_created_is_matched after insert on posts
  referencing new table as added for each statement execute function queue_new_posts();

create function queue_changed_posts() returns trigger language plpgsql as $$
begin
  insert into posts_to_match (post_id)
  select changed.id
  from changed join earlier using (id)
  where not changed.is_sold_out and (
    changed.name, changed.author_name, changed.class_name, changed.college_name, changed.category, changed.stream,
    changed.condition, changed.district, changed.payable_paise, changed.is_sold_out
  ) is distinct from (
    earlier.name, earlier.author_name, earlier.class_name, earlier.college_name, earlier.category, earlier.stream,
    earlier.condition, earlier.district, earlier.payable_paise, earlier.is_sold_out
  );
  return null;
end
$$;
create trigger post_changed_is_matched after update on posts
  referencing old table as earlier new table as changed for each statement execute function queue_changed_posts();

create function want_new_requests() returns trigger language plpgsql as $$
begin
  insert into wants (book_request_id, account_id, is_open) select id, account_id, closed_at is null from added;
  return null;
end
$$;
create trigger book_request_is_wanted after insert on book_requests
  referencing new table as added for each statement execute function want_new_requests();

-- A closed request is found by no post. One that is opened again is indexed again.
create function follow_closed_requests() returns trigger language plpgsql as $$
begin
  update wants set is_open = changed.closed_at is null, words = null, same_book = null, due_at = null
  from changed where book_request_id = changed.id and is_open <> (changed.closed_at is null);
  delete from want_keys using wants, changed
  where want_id = wants.id and book_request_id = changed.id and not wants.is_open;
  return null;
end
$$;
create trigger book_request_changed after update on book_requests
  referencing new table as changed for each statement execute function follow_closed_requests();

create function want_new_searches() returns trigger language plpgsql as $$
begin
  insert into wants (saved_search_id, account_id) select id, account_id from added;
  return null;
end
$$;
create trigger saved_search_is_wanted after insert on saved_searches
  referencing new table as added for each statement execute function want_new_searches();

-- Other synonyms make other lexemes: every start that finds them changed deletes the old ones first.
create function index_wants_anew() returns trigger language plpgsql as $$
begin
  update wants set words = null where words is not null;
  return null;
end
$$;
create trigger meanings_changed after delete on meanings for each statement execute function index_wants_anew();

-- What was asked for before.
insert into wants (book_request_id, account_id) select id, account_id from book_requests order by id;

-- What a notice may be about, besides what 0038 added.
alter table notices add column saved_search_id uuid references saved_searches on delete cascade;
create index notices_of_saved_search on notices (saved_search_id) where saved_search_id is not null;
