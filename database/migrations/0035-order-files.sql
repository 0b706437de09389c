-- The PDFs of an order. They stay as long as the order may need them, also if their post is changed or deleted.
create table order_files (
  order_id uuid not null references orders on delete cascade,
  number smallint not null check (number in (1, 2)),
  -- The file as it was when it was ordered.
  source_key text not null,
  -- The buyer's own copy, with a line on each page. Null: it was not asked for yet.
  copy_key text,
  primary key (order_id, number)
);
create index order_files_of_source on order_files (source_key);
insert into order_files (order_id, number, source_key)
  select orders.id, pdf.number, source_key
  from orders join posts on posts.id = orders.post_id, unnest(array[pdf1, pdf2]) with ordinality as pdf (source_key, number)
  where orders.deal = 'file' and source_key is not null;
