-- What the two sides of a completed order think of each other.
create table ratings (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete cascade,
  -- Who gave it.
  by text not null check (by in ('buyer', 'seller')),
  -- Null: that account was deleted, and the words with it.
  author_id uuid references accounts on delete set null,
  rated_id uuid not null references accounts on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  -- Asked with one tap each. Null: not asked, or left out.
  as_promised boolean,
  communication boolean,
  useful boolean,
  words text check (words <> ''),
  -- Of the form that it was sent with: a retry is not a second rating.
  key uuid not null,
  created_at timestamptz(3) not null default now(),
  -- Since when others see it. Null: not before the other side has rated, or at the latest at show_at.
  shown_at timestamptz,
  show_at timestamptz not null,
  -- Once, by who was rated.
  answer text check (answer <> ''),
  reported_at timestamptz,
  unique (order_id, by)
);
create index ratings_to_show on ratings (show_at) where shown_at is null;
create index ratings_of_rated on ratings (rated_id, by, id desc) where shown_at is not null;
create index ratings_of_author on ratings (author_id) where author_id is not null;

-- The sums of all ratings of an account that are shown, by who gave them: as a seller and as a buyer it has one row each.
create table rating_sums (
  account_id uuid not null references accounts on delete cascade,
  by text not null check (by in ('buyer', 'seller')),
  ratings integer not null,
  stars integer not null,
  -- How many said yes, of how many that answered.
  promised integer not null,
  promised_of integer not null,
  communication integer not null,
  communication_of integer not null,
  useful integer not null,
  useful_of integer not null,
  primary key (account_id, by)
);

-- Pages that show a seller's ratings are rendered anew, and no others: a page notes the sellers that it shows.
create function note_changed_ratings() returns trigger language plpgsql as $$
begin
  insert into page_changes (topic)
  select distinct 'rating:' || rated_id from changed where by = 'buyer' and shown_at is not null
  on conflict do nothing;
  return null;
end
$$;
create trigger ratings_added_change_pages after insert on ratings
  referencing new table as changed for each statement execute function note_changed_ratings();
create trigger ratings_edited_change_pages after update on ratings
  referencing new table as changed for each statement execute function note_changed_ratings();
create trigger ratings_deleted_change_pages after delete on ratings
  referencing old table as changed for each statement execute function note_changed_ratings();
