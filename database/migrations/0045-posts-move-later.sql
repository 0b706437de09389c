-- A seller who changes the district does not wait until all posts have moved in the search: the job `move posts` does it in batches, so
-- that nobody who orders one of them waits either.
create table moved_sellers (
  seller_id uuid primary key,
  -- Posts up to this one have moved.
  moved_up_to uuid
);
create or replace function move_posts_of_account() returns trigger language plpgsql as $$
begin
  insert into moved_sellers (seller_id) values (new.id)
  on conflict (seller_id) do update set moved_up_to = null;
  return null;
end
$$;
