-- What a post's name begins with is in the index of words: all posts are indexed anew.
update index_renewal set next_id = (select id from posts order by id limit 1);
