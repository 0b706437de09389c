-- Lists select the columns that they show (posts/post-queries.server.ts). The text that held them, kept up by triggers, goes.
drop trigger post_is_listed on posts;
drop trigger store_is_renamed on stores;
drop trigger student_is_renamed on students;
drop function keep_listed();
drop function list_anew();
alter table posts drop column listed;
drop function listed_post(posts);
