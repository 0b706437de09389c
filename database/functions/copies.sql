-- A book that is described otherwise is grouped anew, by the job `group copies`.
create or replace function group_anew() returns trigger language plpgsql as $$
begin
  new.same_book := null;
  return new;
end
$$;
