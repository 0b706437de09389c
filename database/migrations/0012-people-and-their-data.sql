-- What somebody can have and delete must be found: messages by who was signed in, orders by who placed them.
alter table contact_messages add column student_id uuid references students on delete cascade;
create index contact_messages_of_student on contact_messages (student_id) where student_id is not null;
create index orders_by_student on orders (buyer_student_id, id desc) where buyer_student_id is not null;
create index orders_by_store on orders (buyer_store_id, id desc) where buyer_store_id is not null;
