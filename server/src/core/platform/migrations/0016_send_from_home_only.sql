-- A copy of the database holds messages that the original sends. It sends nothing until somebody switches that on.

-- Which database this is: the cluster, and the database in it. A restored dump and a copied database have another one; a
-- replica that takes over has the same.
create function database_identity() returns text language sql stable as $$
  select (select system_identifier from pg_control_system()) || '/' ||
    (select oid from pg_database where datname = current_database())
$$;

-- The database that sends. What is upgraded sends as before.
alter table webhook_cursor add column home text;
update webhook_cursor set home = database_identity();
alter table webhook_cursor alter column home set not null;

create function is_webhook_home() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select c.home = database_identity() from webhook_cursor c
$$;

-- Under the old name, so that processes of the version before are held back as well.
alter function claim_webhook_deliveries rename to claim_webhook_deliveries_at_home;
create function claim_webhook_deliveries(
  as_of timestamptz, lease interval, most integer, most_slow integer,
  per_organization integer, slow_per_organization integer, per_endpoint integer
)
returns table (
  org_id text, id uuid, lease_id uuid, endpoint_id uuid, kind text, is_quick boolean, url text, secret text, previous_secret text,
  previous_secret_until timestamptz, event_id uuid, event_type text, event_created_at timestamptz, inspection_id uuid,
  payload jsonb, task_id uuid, callback_index integer, callback jsonb, attempt_count integer, earlier_attempt_count integer
)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not is_webhook_home() then
    return;
  end if;
  return query select * from claim_webhook_deliveries_at_home(
    as_of, lease, most, most_slow, per_organization, slow_per_organization, per_endpoint);
end $$;

revoke all on function claim_webhook_deliveries_at_home from public, walkaround_app;
revoke all on function is_webhook_home, claim_webhook_deliveries from public;
grant execute on function is_webhook_home, claim_webhook_deliveries to walkaround_app;
