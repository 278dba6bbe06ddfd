-- A write that carries a key is done once. The row is claimed before the work; the answer is stored in the
-- transaction of the effect, so a key has an answer exactly when its effect is committed.
create table idempotency_keys (
  org_id text not null,
  subject text not null,
  key text not null,
  -- Digest of method, path and body: the same key with another request is a mistake of the client.
  fingerprint text not null,
  -- Who works on it; another request may take over what was claimed and given up.
  claim_id uuid not null,
  claimed_at timestamptz not null default now(),
  status integer,
  content_type text,
  body text,
  primary key (org_id, subject, key),
  check ((status is null) = (body is null))
);
create index idempotency_keys_age on idempotency_keys (claimed_at);

alter table idempotency_keys enable row level security;
create policy organization on idempotency_keys using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update, delete on idempotency_keys to walkaround_app;

-- Over all organizations; returns only how many went.
create function delete_old_idempotency_keys(age interval, most integer) returns bigint
language sql volatile security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from idempotency_keys where (org_id, subject, key) in (
      select org_id, subject, key from idempotency_keys where claimed_at < now() - age order by claimed_at limit most
    ) returning 1
  )
  select count(*) from gone
$$;
revoke all on function delete_old_idempotency_keys from public;
grant execute on function delete_old_idempotency_keys to walkaround_app;
