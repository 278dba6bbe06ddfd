-- Sweeps of two workers, or a sweep and a replay, deleted and changed the same rows in different orders and waited for each
-- other. A sweep now takes only rows that nobody holds, in one order; what it leaves, the next one finds.

create or replace function delete_old_webhook_deliveries(age interval, most integer) returns bigint
language sql volatile security definer set search_path = public, pg_temp as $$
  with old as materialized (
    select org_id, id from webhook_deliveries where (org_id, id) in (
      (select d.org_id, d.id from webhook_deliveries d where d.created_at < now() - age order by d.created_at limit most)
      union
      (select d.org_id, d.id from webhook_endpoints w
        join webhook_deliveries d on d.org_id = w.org_id and d.endpoint_id = w.id
        where w.deleted_at is not null and (d.leased_until is null or d.leased_until < now()) limit most)
    ) order by org_id, id for update skip locked
  ), gone as (
    delete from webhook_deliveries d using old where d.org_id = old.org_id and d.id = old.id returning 1
  )
  select count(*) from gone
$$;

create or replace function delete_old_idempotency_keys(age interval, most integer) returns bigint
language sql volatile security definer set search_path = public, pg_temp as $$
  with old as materialized (
    select org_id, subject, key from idempotency_keys
    where claimed_at < now() - age order by claimed_at limit most for update skip locked
  ), gone as (
    delete from idempotency_keys k using old
    where k.org_id = old.org_id and k.subject = old.subject and k.key = old.key returning 1
  )
  select count(*) from gone
$$;
