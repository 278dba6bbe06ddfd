-- How a person without an account objects to what an inspection or a comparison says, and who answers (ADR 0060).

-- Opens one page, for whoever has its address and its code.
create table objection_links (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  created_at timestamptz not null default now(),
  created_by text not null,
  -- Of a comparison: the later one.
  inspection_id uuid not null,
  comparison_id uuid,
  -- Slow to compute, and with the id as salt: a copy of the database opens nothing.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  language text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Wrong codes since then.
  wrong_count integer not null default 0 check (wrong_count >= 0),
  wrong_since timestamptz,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections,
  foreign key (org_id, comparison_id) references comparisons
);
-- The address names no organization.
create index objection_links_id on objection_links (id);
create index objection_links_inspection on objection_links (org_id, inspection_id, id);
create index objection_links_comparison on objection_links (org_id, comparison_id) where comparison_id is not null;
grant select, insert on objection_links to walkaround_app;
grant update (revoked_at, wrong_count, wrong_since) on objection_links to walkaround_app;

-- A browser in which somebody has entered the code.
create table objection_sessions (
  org_id text not null,
  link_id uuid not null,
  token_sha256 text not null check (token_sha256 ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  primary key (org_id, link_id, token_sha256),
  foreign key (org_id, link_id) references objection_links
);
grant select, insert, delete on objection_sessions to walkaround_app;

create table objections (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  created_at timestamptz not null default now(),
  link_id uuid not null,
  -- The form it came with: a form that is sent twice is one objection.
  form_id uuid not null,
  inspection_id uuid not null,
  comparison_id uuid,
  -- What it is about; null for everything. The finding may be gone by the time somebody decides.
  damage_id uuid,
  place_id uuid,
  -- The same as the person read it.
  about text check (char_length(about) <= 300),
  text text not null check (char_length(text) between 1 and 4000),
  -- By when the organization promised an answer.
  due_at timestamptz not null,
  -- Of the latest decision.
  decided_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, link_id, form_id),
  foreign key (org_id, link_id) references objection_links,
  foreign key (org_id, inspection_id) references inspections,
  foreign key (org_id, comparison_id) references comparisons,
  check (num_nonnulls(damage_id, place_id) <= 1)
);
create index objections_open on objections (org_id, id) where decided_at is null;
create index objections_due on objections (org_id, due_at) where decided_at is null;
create index objections_inspection on objections (org_id, inspection_id, id);
create index objections_comparison on objections (org_id, comparison_id) where comparison_id is not null;
create trigger raise_version before update on objections for each row execute function raise_version();
grant select, insert on objections to walkaround_app;
grant update (decided_at) on objections to walkaround_app;

-- Not among the pictures of the inspection: they are no evidence that was taken then, and no report prints them.
create table objection_pictures (
  org_id text not null,
  id uuid not null,
  objection_id uuid not null,
  inspection_id uuid not null,
  created_at timestamptz not null default now(),
  sha256 text not null,
  image_width integer not null,
  image_height integer not null,
  binary_size integer not null,
  derived_bytes integer not null,
  primary key (org_id, id),
  foreign key (org_id, objection_id) references objections,
  foreign key (org_id, inspection_id) references inspections
);
create index objection_pictures_objection on objection_pictures (org_id, objection_id, id);
create trigger count_image_bytes after insert on objection_pictures for each row execute function count_image_bytes();
grant select, insert on objection_pictures to walkaround_app;

-- Nobody changes a decision; the latest one counts.
create table objection_decisions (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  objection_id uuid not null,
  decision text not null check (decision in ('upheld', 'partly_upheld', 'rejected')),
  reason text not null check (char_length(reason) between 1 and 1000),
  decided_at timestamptz not null default now(),
  decided_by text not null,
  primary key (org_id, id),
  foreign key (org_id, objection_id) references objections
);
create index objection_decisions_objection on objection_decisions (org_id, objection_id, id);
grant select, insert on objection_decisions to walkaround_app;

-- Within how many days an organization promises to answer. No row: 14.
create table objection_settings (
  org_id text not null primary key,
  answer_days integer not null check (answer_days between 1 and 365),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create trigger raise_version before update on objection_settings for each row execute function raise_version();
grant select, insert, update on objection_settings to walkaround_app;

do $$
declare
  name text;
begin
  foreach name in array array['objection_links', 'objection_sessions', 'objections', 'objection_pictures', 'objection_decisions', 'objection_settings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy organization on %I using (org_id = current_setting(''walkaround.org_id'', true))', name);
  end loop;
end $$;

-- The address of a page does not say of which organization it is.
create function find_objection_link(link uuid) returns table (org_id text, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.org_id, l.id from objection_links l where l.id = link
$$;
revoke all on function find_objection_link from public;
grant execute on function find_objection_link to walkaround_app;

-- An objection changes nothing that a report says.
create or replace function count_changes(org text, inspection uuid) returns bigint
language sql stable as $$
  select count(*) from events
  where org_id = org and inspection_id = inspection and type not like 'report.%' and type not like 'task.replay%'
    and type not like 'comparison.%' and type not like 'objection%'
$$;

-- As before, but that nothing is sent of an event that an erasure took meanwhile.
create or replace function make_webhook_deliveries(from_position bigint, to_position bigint, types text[], callbacks jsonb)
returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  made integer;
  made_of_callbacks integer;
begin
  -- Of two at once the second waits here, and then finds that the first has moved on.
  update webhook_cursor set position = to_position where webhook_cursor.position = from_position;
  if not found then
    return null;
  end if;
  insert into webhook_deliveries (org_id, endpoint_id, event_id, event_type, inspection_id, position)
  select e.org_id, w.id, e.id, e.type, e.inspection_id, e.position
  from events e join webhook_endpoints w on w.org_id = e.org_id
  where e.position > from_position and e.position <= to_position and e.type = any (types)
    and w.kind = 'endpoint' and w.deleted_at is null and w.disabled_at is null
    and (w.event_types is null or e.type = any (w.event_types))
  order by e.position
  on conflict do nothing;
  get diagnostics made = row_count;
  insert into webhook_deliveries
    (org_id, endpoint_id, event_id, event_type, inspection_id, position, task_id, callback_index)
  select c.org_id, w.id, c.event_id, c.event_type, c.inspection_id, c.position, c.task_id, c.callback_index
  from jsonb_to_recordset(callbacks) as c (
    org_id text, event_id uuid, event_type text, inspection_id uuid, position bigint, task_id uuid, callback_index integer)
  join webhook_endpoints w on w.org_id = c.org_id and w.kind = 'callbacks'
  where exists (select from events e where e.org_id = c.org_id and e.inspection_id = c.inspection_id and e.id = c.event_id)
  order by c.position, c.callback_index
  on conflict do nothing;
  get diagnostics made_of_callbacks = row_count;
  return made + made_of_callbacks;
end $$;

-- As before, and with what people object.
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
    select p.id, now() from objection_pictures p join objections b on b.org_id = p.org_id and b.id = p.objection_id
    where p.org_id = of_org and (b.inspection_id = of_inspection or b.comparison_id = any (compared))
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
    union all
    select p.binary_size + p.derived_bytes, true, 'objection_pictures', p.id
    from objection_pictures p join objections b on b.org_id = p.org_id and b.id = p.objection_id
    where p.org_id = of_org and (b.inspection_id = of_inspection or b.comparison_id = any (compared))
  ) s where s.is_counted or not exists (
    select from quota_backfill b where b.source = s.source and (b.after_org, b.after_id) < (of_org, s.id));
  insert into quota_usage (org_id, quota, amount) select of_org, 'bytes_stored', -bytes where bytes > 0;
  for counted in select owner_id, status, deleted_at is not null as deleted from inspections
    where org_id = of_org and id = of_inspection
  loop
    insert into inspection_counts (org_id, owner_id, status, deleted, amount)
    values (of_org, counted.owner_id, counted.status, counted.deleted, -1);
  end loop;

  -- Whoever makes messages of events waits here, and then finds none; what is made already is seen below.
  perform from webhook_cursor for update;
  -- Each before what it points to.
  foreach step slice 1 in array array[
    ['idempotency_keys', 'inspection_ids @> array[$2]'],
    ['webhook_deliveries', 'inspection_id = $2'],
    ['stream_tickets', 'inspection_id = $2'],
    ['objection_pictures', 'objection_id in (select o.id from objections o where o.org_id = $1 and (o.inspection_id = $2 or o.comparison_id = any ($3)))'],
    ['objection_decisions', 'objection_id in (select o.id from objections o where o.org_id = $1 and (o.inspection_id = $2 or o.comparison_id = any ($3)))'],
    ['objections', '(inspection_id = $2 or comparison_id = any ($3))'],
    ['objection_sessions', 'link_id in (select l.id from objection_links l where l.org_id = $1 and (l.inspection_id = $2 or l.comparison_id = any ($3)))'],
    ['objection_links', '(inspection_id = $2 or comparison_id = any ($3))'],
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
