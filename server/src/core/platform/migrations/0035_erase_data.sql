-- no transaction: writers go on while the indexes are built, and every statement can run again.
-- Data that leaves for good (ADR 0056). An erasure stays, with its receipt; what it erased does not.
create table if not exists erasures (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  created_at timestamptz not null default now(),
  created_by text not null,
  -- How the inspections were named; never by what, which may be data of a person.
  subject text not null check (subject in ('inspection', 'vehicle', 'capture_link', 'receipt')),
  reason text not null check (reason in ('request', 'contract', 'retention', 'mistake', 'restored')),
  status text not null default 'IN_PROGRESS' check (status in ('IN_PROGRESS', 'DONE')),
  done_at timestamptz,
  -- How many rows of each table.
  counts jsonb not null default '{}',
  object_count integer not null default 0,
  receipt jsonb,
  receipt_jws text,
  -- Whoever holds the lease works on it now.
  leased_until timestamptz,
  primary key (org_id, id),
  check ((status = 'DONE') = (done_at is not null) and (status = 'DONE') = (receipt is not null))
);
create index if not exists erasures_open on erasures (created_at) where status = 'IN_PROGRESS';

create table if not exists erasure_inspections (
  org_id text not null,
  erasure_id uuid not null,
  -- Of the organization and the inspection's id: enough to find the inspection where a backup has brought it back.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- Null once it is erased.
  inspection_id uuid,
  primary key (org_id, erasure_id, digest),
  foreign key (org_id, erasure_id) references erasures
);
create index if not exists erasure_inspections_open on erasure_inspections (org_id, inspection_id) where inspection_id is not null;

-- What still lies in the object store under the ids of rows that are gone.
create table if not exists erasure_objects (
  org_id text not null,
  erasure_id uuid not null,
  object_id uuid not null,
  -- An upload that is under way may still put something there until then.
  due_at timestamptz not null,
  primary key (org_id, erasure_id, object_id),
  foreign key (org_id, erasure_id) references erasures
);

do $$
declare
  name text;
begin
  foreach name in array array['erasures', 'erasure_inspections', 'erasure_objects'] loop
    execute format('alter table %I enable row level security', name);
    if not exists (select from pg_policy where polrelid = name::regclass) then
      execute format('create policy organization on %I using (org_id = current_setting(''walkaround.org_id'', true))', name);
    end if;
  end loop;
end $$;
grant select, insert, update on erasures to walkaround_app;
grant select, insert on erasure_inspections to walkaround_app;
grant select, delete on erasure_objects to walkaround_app;

-- Which inspections a file on its way shows; none where its inspection has no row yet, and in rows of the previous version.
alter table uploads add column if not exists inspection_ids uuid[] not null default '{}';
-- Which inspections a stored answer tells of; empty in rows of the previous version, which are forgotten within their time.
alter table idempotency_keys add column if not exists inspection_ids uuid[] not null default '{}';
create index concurrently if not exists idempotency_keys_inspections on idempotency_keys using gin (inspection_ids);
create index concurrently if not exists webhook_deliveries_inspection on webhook_deliveries (org_id, inspection_id);

-- Over all organizations; returns ids only.
create or replace function open_erasures(most integer) returns table (org_id text, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.org_id, e.id from erasures e
  where e.status = 'IN_PROGRESS' and (e.leased_until is null or e.leased_until < now()) order by e.created_at limit most
$$;
revoke all on function open_erasures from public;
grant execute on function open_erasures to walkaround_app;

-- Deletes every row of one inspection, and of what was made from it. No other statement of the service can: it has no right to
-- delete most of these rows. Notes what lies in the object store. Returns how many rows of each table went; null if it was done before.
create or replace function erase_inspection(of_erasure uuid, of_inspection uuid, grace interval) returns jsonb
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  of_org text := current_setting('walkaround.org_id', true);
  compared uuid[];
  bytes bigint;
  counted record;
  step text[];
  gone bigint;
  counts jsonb := '{}';
begin
  perform from erasure_inspections e
  where e.org_id = of_org and e.erasure_id = of_erasure and e.inspection_id = of_inspection for update;
  if not found then
    return null;
  end if;
  -- In the order of everybody else. Whoever wants to add something to the inspection waits here, and then finds it gone.
  perform from tasks where org_id = of_org and inspection_id = of_inspection order by id for update;
  perform from inspections where org_id = of_org and id = of_inspection for update;
  select array_agg(id) into compared from comparisons
  where org_id = of_org and (earlier_inspection_id = of_inspection or later_inspection_id = of_inspection);

  insert into erasure_objects (org_id, erasure_id, object_id, due_at)
  select of_org, of_erasure, o.object_id, max(o.due_at) from (
    select id, now() from images where org_id = of_org and inspection_id = of_inspection
    union all
    select unnest(array[id, file_id]), now() from reports
    where org_id = of_org and (inspection_id = of_inspection or comparison_id = any (compared))
    union all
    select image_id, created_at + grace from uploads where org_id = of_org and inspection_ids @> array[of_inspection]
  ) o (object_id, due_at) where o.object_id is not null group by o.object_id
  on conflict do nothing;
  -- No row can be committed for these any more.
  update uploads set abandoned_at = now() where org_id = of_org and inspection_ids @> array[of_inspection];

  -- What an earlier version stored and nobody has counted yet is not in the sum.
  select coalesce(sum(s.bytes), 0) into bytes from (
    select binary_size + coalesce(derived_bytes, 0) as bytes, is_counted, 'images' as source, id from images
    where org_id = of_org and inspection_id = of_inspection
    union all
    select size_bytes, is_counted, 'reports', id from reports
    where org_id = of_org and (inspection_id = of_inspection or comparison_id = any (compared)) and size_bytes is not null
  ) s where s.is_counted or not exists (
    select from quota_backfill b where b.source = s.source and (b.after_org, b.after_id) < (of_org, s.id));
  insert into quota_usage (org_id, quota, amount) select of_org, 'bytes_stored', -bytes where bytes > 0;
  for counted in select owner_id, status, deleted_at is not null as deleted from inspections
    where org_id = of_org and id = of_inspection
  loop
    insert into inspection_counts (org_id, owner_id, status, deleted, amount)
    values (of_org, counted.owner_id, counted.status, counted.deleted, -1);
  end loop;

  -- Each before what it points to.
  foreach step slice 1 in array array[
    ['idempotency_keys', 'inspection_ids @> array[$2]'],
    ['webhook_deliveries', 'inspection_id = $2'],
    ['stream_tickets', 'inspection_id = $2'],
    ['comparison_places', 'comparison_id = any ($3)'],
    ['reports', '(inspection_id = $2 or comparison_id = any ($3))'],
    ['events', '(inspection_id = $2 or (payload ->> ''comparison_id'' = any ($3::text[]) and inspection_id in (
      select c.later_inspection_id from comparisons c where c.org_id = $1 and c.id = any ($3)
      union select c.earlier_inspection_id from comparisons c where c.org_id = $1 and c.id = any ($3))))'],
    ['comparisons', 'id = any ($3)'],
    ['rendered_outputs', 'inspection_id = $2'],
    ['views', 'inspection_id = $2'],
    ['damage_parts', 'damage_id in (select d.id from damages d where d.org_id = $1 and d.inspection_id = $2)'],
    ['pricings', 'inspection_id = $2'],
    ['estimates', 'inspection_id = $2'],
    ['damages', 'inspection_id = $2'],
    ['parts', 'inspection_id = $2'],
    ['wheel_analyses', 'inspection_id = $2'],
    ['documents', 'inspection_id = $2'],
    ['task_results', 'task_id in (select t.id from tasks t where t.org_id = $1 and t.inspection_id = $2)'],
    ['image_tasks', 'task_id in (select t.id from tasks t where t.org_id = $1 and t.inspection_id = $2)'],
    ['task_replays', 'inspection_id = $2'],
    ['task_runs', 'inspection_id = $2'],
    ['task_transitions', 'task_id in (select t.id from tasks t where t.org_id = $1 and t.inspection_id = $2)'],
    ['tasks', 'inspection_id = $2'],
    ['images', 'inspection_id = $2'],
    ['capture_sessions', 'inspection_id = $2'],
    ['capture_links', 'inspection_id = $2'],
    ['timeline_entries', 'inspection_id = $2'],
    ['vehicle_search_keys', 'inspection_id = $2'],
    ['vehicles', 'inspection_id = $2'],
    ['inspections', 'id = $2']
  ] loop
    execute format('delete from %I where org_id = $1 and %s', step[1], step[2]) using of_org, of_inspection, compared;
    get diagnostics gone = row_count;
    if gone > 0 then
      counts := counts || jsonb_build_object(step[1], gone);
    end if;
  end loop;
  update erasure_inspections set inspection_id = null
  where org_id = of_org and erasure_id = of_erasure and inspection_id = of_inspection;
  return counts;
end $$;
revoke all on function erase_inspection from public;
grant execute on function erase_inspection to walkaround_app;
