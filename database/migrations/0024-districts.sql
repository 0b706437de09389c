-- Where things are: an account has a district or none, and a post has its own or that of its seller. A store's text stays as it
-- was typed (stores.district); accounts.district is one of the 35 names of app/accounts/districts.ts.
alter table accounts add column district text;
alter table posts
  add column district text,
  -- Thirteen digits: copies of the same book are found by it.
  add column isbn text check (isbn ~ '^[0-9]{13}$');

update accounts
set district = coalesce(other_names.district, known.district)
from stores
left join unnest(array[
  'Bajali', 'Baksa', 'Barpeta', 'Biswanath', 'Bongaigaon', 'Cachar', 'Charaideo', 'Chirang', 'Darrang', 'Dhemaji', 'Dhubri',
  'Dibrugarh', 'Dima Hasao', 'Goalpara', 'Golaghat', 'Hailakandi', 'Hojai', 'Jorhat', 'Kamrup', 'Kamrup Metropolitan',
  'Karbi Anglong', 'Kokrajhar', 'Lakhimpur', 'Majuli', 'Morigaon', 'Nagaon', 'Nalbari', 'Sivasagar', 'Sonitpur',
  'South Salmara-Mankachar', 'Sribhumi', 'Tamulpur', 'Tinsukia', 'Udalguri', 'West Karbi Anglong'
]) as known (district) on lower(trim(stores.district)) = lower(known.district)
left join (values
  ('guwahati', 'Kamrup Metropolitan'), ('kamrup metro', 'Kamrup Metropolitan'), ('kamrup (metro)', 'Kamrup Metropolitan'),
  ('kamrup (m)', 'Kamrup Metropolitan'), ('karimganj', 'Sribhumi'), ('sibsagar', 'Sivasagar')
) as other_names (typed, district) on lower(trim(stores.district)) = other_names.typed
where accounts.id = stores.account_id;

-- Lists and pages show the district of a seller.
drop trigger accounts_renamed_change_pages on accounts;
create trigger accounts_renamed_change_pages after update of name, district on accounts
  for each statement execute function note_all_lists();
