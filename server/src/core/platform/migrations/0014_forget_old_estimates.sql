-- Only the newest estimate of an inspection is kept. A report carries the one it was made from, and the history tells
-- which corrections the others followed.
grant delete on estimates to walkaround_app;
