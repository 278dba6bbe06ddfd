-- The process that works on a claimed key, as its connections are named: one that has none any more is dead, and a
-- repeat need not wait until its claim is too old to be believed.
alter table idempotency_keys add column holder text;
