-- What the team has hidden. `posts` and `comments` are views of what is shown: whoever reads them cannot show what is hidden. All rows,
-- for sellers' own pages and the team, are in all_posts and all_comments. A column that is added to these is added to the view, too, by
-- `create or replace view`.
alter table posts rename to all_posts;
alter table all_posts
  add column hidden_at timestamptz,
  -- `team`: for a reason that its owner was told. `held`: nobody has looked at it yet. `suspended`: with its seller.
  add column hidden_because text check (hidden_because in ('team', 'held', 'suspended')),
  add check ((hidden_at is null) = (hidden_because is null));
create view posts as select * from all_posts where hidden_at is null;
create index all_posts_hidden on all_posts (hidden_because, id) where hidden_at is not null;

alter table comments rename to all_comments;
alter table all_comments add column hidden_at timestamptz;
create view comments as select * from all_comments where hidden_at is null;
create trigger comments_edited_change_pages after update on all_comments
  referencing new table as changed for each statement execute function note_changed_comments();

-- A rating that is hidden is not shown: it has no shown_at, and is in no sum.
alter table ratings add column hidden_at timestamptz check (hidden_at is null or shown_at is null);
create or replace function note_changed_ratings() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic)
  select distinct 'rating:' || rated_id from changed where by = 'buyer' and (shown_at is not null or hidden_at is not null)
  on conflict do nothing;
  return null;
end
$$;
drop index ratings_to_show;
create index ratings_to_show on ratings (show_at) where shown_at is null and hidden_at is null;

-- As in 0033, but what is hidden cannot be found.
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

  insert into searchable_words (word)
  select distinct substr(lexeme, 2)
  from changed join searchable_posts on post_id = id, unnest(tsvector_to_array(words)) as lexeme
  where lexeme like '~%'
    and not exists (select from searchable_words as known where known.word = substr(lexeme, 2));
  return null;
end
$$;

-- Accounts that the team has suspended. 'infinity': for good. Their sessions end, and their posts are hidden.
alter table accounts
  add column suspended_until timestamptz,
  add column suspended_because text,
  add check ((suspended_until is null) = (suspended_because is null));
create index accounts_suspended on accounts (suspended_until) where suspended_until is not null;

-- What was reported: a ticket for each thing, and a row for each person who reported it.
alter table tickets
  add column reported text check (reported in ('post', 'comment', 'rating', 'person')),
  -- Of the row in all_posts, all_comments, ratings or accounts; it may be deleted by now.
  add column reported_id uuid,
  add check ((kind = 'report') = (reported is not null and reported_id is not null));
create unique index tickets_of_report on tickets (reported, reported_id) where kind = 'report' and state <> 'done';
create table reports (
  ticket_id uuid not null references tickets on delete cascade,
  -- Null: that account was deleted.
  reporter_id uuid references accounts on delete set null,
  reason text not null check (reason <> ''),
  words text check (words <> ''),
  created_at timestamptz(3) not null default now(),
  unique (ticket_id, reporter_id)
);
create index reports_of_reporter on reports (reporter_id) where reporter_id is not null;

-- Of what a file shows: of a picture as it was decoded and drawn small, of a PDF's bytes. Null: stored before this was computed. And the
-- account whose post it is in, so that the same file of another one is noticed.
alter table files
  add column content_sha256 bytea check (length(content_sha256) = 32),
  add column owner_id uuid;
create index files_by_content on files (content_sha256) where content_sha256 is not null and owner_id is not null;

-- What about a post may interest the team. A signal says nothing by itself.
create table post_signals (
  post_id uuid not null references all_posts on delete cascade,
  signal text not null check (signal in ('same picture', 'same PDF', 'phone or link', 'many posts')),
  created_at timestamptz(3) not null default now(),
  -- When a member of the team has looked at it.
  settled_at timestamptz,
  primary key (post_id, signal)
);
create index post_signals_to_settle on post_signals (post_id) where settled_at is null;
