-- Where an organization wants to be told of events, and what became of each message (ADR 0026).

-- As UUIDv7 (RFC 9562) with a fraction of the millisecond after it, so that lists go by the id, newest last.
create function time_ordered_uuid() returns uuid language plpgsql volatile as $$
declare
  micros bigint := extract(epoch from clock_timestamp()) * 1000000;
  bytes bytea := uuid_send(gen_random_uuid());
begin
  bytes := overlay(bytes placing substring(int8send(micros / 1000) from 3) from 1 for 6);
  bytes := overlay(bytes placing substring(int4send((28672 + micros % 1000 * 4)::integer) from 3) from 7 for 2);
  return encode(bytes, 'hex')::uuid;
end $$;

create table webhook_endpoints (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  -- Each organization has at most one of kind callbacks: it stands for all callbacks of its tasks, has no address of
  -- its own, and is shown to nobody.
  kind text not null default 'endpoint' check (kind in ('endpoint', 'callbacks')),
  created_at timestamptz not null default now(),
  created_by text not null,
  deleted_at timestamptz,
  version integer not null default 1,
  url text not null default '' check (char_length(url) <= 2048),
  description text check (char_length(description) <= 500),
  -- Null: all of them, also those that come with later versions.
  event_types text[],
  -- Both sealed, see server/src/platform/sealing.ts. Until the time, messages are signed with the previous one as well.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('client', 'gone', 'failing')),
  -- How it does, as the sender sees it. Nothing but failures since then, or null after a success.
  failing_since timestamptz,
  last_attempt_at timestamptz,
  -- Whether its last answer was a quick success. All others of an organization share a part of its places.
  is_quick boolean not null default false,
  primary key (org_id, id),
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((disabled_at is null) = (disabled_reason is null))
);
create unique index webhook_endpoints_callbacks on webhook_endpoints (org_id) where kind = 'callbacks';

-- Only what a client sets counts as a change; how the receiver does is no change of the endpoint.
create trigger raise_version
  before update of url, description, event_types, secret, disabled_at, deleted_at on webhook_endpoints
  for each row execute function raise_version();

-- One message to one receiver: an event and an endpoint, or an event and a callback of its task.
create table webhook_deliveries (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  -- Null for a test event, which is about no inspection.
  inspection_id uuid,
  -- Of the event: messages about one inspection are sent in this order.
  position bigint not null default 0,
  -- Which callback of which task; both null for an endpoint.
  task_id uuid,
  callback_index integer,
  created_at timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempt_count integer not null default 0,
  -- Attempts that were made before the last replay; the retries are counted from there.
  earlier_attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  -- Whoever holds the lease is sending it now. By the clock of the database, unlike next_attempt_at.
  lease_id uuid,
  leased_until timestamptz,
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, endpoint_id) references webhook_endpoints,
  check ((task_id is null) = (callback_index is null)),
  check ((lease_id is null) = (leased_until is null)),
  check (earlier_attempt_count <= attempt_count),
  check ((state = 'pending') = (ended_at is null))
);
-- However often an event is handed out, a receiver has one message of it.
create unique index webhook_deliveries_once on webhook_deliveries
  (org_id, endpoint_id, event_id, callback_index) nulls not distinct where event_type <> 'webhook.test';
create index webhook_deliveries_list on webhook_deliveries (org_id, endpoint_id, id);
create index webhook_deliveries_state on webhook_deliveries (org_id, endpoint_id, state, id);
-- What the sender looks for: messages not tried yet by their position, retries by their time, and what comes before a message.
create index webhook_deliveries_untried on webhook_deliveries (org_id, endpoint_id, position)
  where state = 'pending' and attempt_count = 0;
create index webhook_deliveries_retries on webhook_deliveries (org_id, endpoint_id, next_attempt_at, position)
  where state = 'pending' and attempt_count > 0;
create index webhook_deliveries_order on webhook_deliveries (org_id, endpoint_id, inspection_id, position)
  where state = 'pending';
create index webhook_deliveries_leased on webhook_deliveries (leased_until) where leased_until is not null;
create index webhook_deliveries_age on webhook_deliveries (created_at);
-- A queue: rows come, change twice and stay, and the indexes above must not fill with those that are gone from them.
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Never anything of what the receiver answered: only what kind of answer it was, and roughly how long it took.
create table webhook_attempts (
  org_id text not null,
  delivery_id uuid not null,
  number integer not null,
  created_at timestamptz not null,
  status_class text check (status_class in ('1xx', '2xx', '3xx', '4xx', '5xx')),
  error text check (error in ('timeout', 'unreachable', 'not_sent')),
  latency text not null,
  primary key (org_id, delivery_id, number),
  foreign key (org_id, delivery_id) references webhook_deliveries on delete cascade,
  check ((status_class is null) <> (error is null))
);

-- Up to which event deliveries were made. What happened before there were webhooks is told to nobody.
create table webhook_cursor (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into webhook_cursor (position) select coalesce(max(position), 0) from events;

-- A replay goes by the time of the events. Building an index holds writers up: on a table of millions, build it
-- concurrently before, under this name.
create index if not exists events_time on events (org_id, created_at);

alter table webhook_endpoints enable row level security;
alter table webhook_deliveries enable row level security;
alter table webhook_attempts enable row level security;
create policy organization on webhook_endpoints using (org_id = current_setting('walkaround.org_id', true));
create policy organization on webhook_deliveries using (org_id = current_setting('walkaround.org_id', true));
create policy organization on webhook_attempts using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on webhook_endpoints, webhook_deliveries to walkaround_app;
grant select, insert on webhook_attempts to walkaround_app;

-- The events that deliveries are made of next, in every organization: after the first position, up to the second. No row: none.
create function next_webhook_events(most integer) returns table (from_position bigint, to_position bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.position, n.position
  from webhook_cursor c cross join lateral (
    select max(e.position) as position
    from (select events.position from events where events.position > c.position order by events.position limit most) e
  ) n
  where n.position is not null
$$;

-- Tasks that ended in these events and have callbacks. Which of those want to know is decided by the caller.
create function ended_task_callbacks(from_position bigint, to_position bigint)
returns table (org_id text, inspection_id uuid, event_id uuid, event_type text, "position" bigint, task_id uuid, callbacks jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.org_id, e.inspection_id, e.id, e.type, e.position, t.id, t.callbacks
  from events e join tasks t on t.org_id = e.org_id and t.id = (e.payload ->> 'task_id')::uuid
  where e.position > from_position and e.position <= to_position and e.type in ('task.done', 'task.failed')
    and t.callbacks <> '[]'
$$;

-- Makes the deliveries of these events and moves on. Returns how many, or null when another process was faster.
create function make_webhook_deliveries(from_position bigint, to_position bigint, types text[], callbacks jsonb)
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
  order by c.position, c.callback_index
  on conflict do nothing;
  get diagnostics made_of_callbacks = row_count;
  return made + made_of_callbacks;
end $$;

-- Whether an earlier message to the same receiver about the same inspection was not tried yet or is under way.
create function is_delivery_held_up(d webhook_deliveries, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from webhook_deliveries earlier
    where earlier.org_id = d.org_id and earlier.endpoint_id = d.endpoint_id
      and earlier.inspection_id = d.inspection_id and earlier.position < d.position and earlier.state = 'pending'
      and earlier.task_id is not distinct from d.task_id
      and earlier.callback_index is not distinct from d.callback_index
      and (earlier.attempt_count = 0 or earlier.leased_until > at)
  )
$$;

-- Takes messages that are due for whoever asks, until the lease runs out. What is due goes by the caller's clock, so that a
-- test can let hours pass; who holds a lease goes by the clock of the database, so that no two processes disagree.
-- One at a time takes, so the limits hold however many processes there are:
--   an organization has so many requests under way, and those whose receiver is not known to be quick only a part of them;
--   a quick receiver has so many, any other one;
--   a message waits while an earlier one to the same receiver about the same inspection was not tried yet or is under way.
create function claim_webhook_deliveries(
  as_of timestamptz, lease interval, most integer, most_slow integer,
  per_organization integer, slow_per_organization integer, per_endpoint integer
)
returns table (
  org_id text, id uuid, lease_id uuid, endpoint_id uuid, kind text, is_quick boolean, url text, secret text, previous_secret text,
  previous_secret_until timestamptz, event_id uuid, event_type text, event_created_at timestamptz, inspection_id uuid,
  payload jsonb, task_id uuid, callback_index integer, callback jsonb, attempt_count integer, earlier_attempt_count integer
)
-- Whatever the statistics say: every step goes along an index, and the table may be long.
language plpgsql volatile security definer set search_path = public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  at timestamptz;
begin
  perform pg_advisory_xact_lock(7246004);
  at := clock_timestamp();
  return query
  with recursive receivers as (
    -- From one receiver to the next along an index: however long the queue of one is, it is one step.
    (select d.org_id, d.endpoint_id from webhook_deliveries d
      where d.state = 'pending' order by d.org_id, d.endpoint_id limit 1)
    union all
    select n.org_id, n.endpoint_id from receivers r cross join lateral (
      select d.org_id, d.endpoint_id from webhook_deliveries d
      where d.state = 'pending' and (d.org_id, d.endpoint_id) > (r.org_id, r.endpoint_id)
      order by d.org_id, d.endpoint_id limit 1
    ) n
  ), leased as materialized (
    select d.org_id, d.endpoint_id, count(*) as count from webhook_deliveries d
    where d.leased_until > at group by d.org_id, d.endpoint_id
  ), busy as materialized (
    select l.org_id, l.endpoint_id, l.count, w.is_quick
    from leased l join webhook_endpoints w on w.org_id = l.org_id and w.id = l.endpoint_id
  ), busy_organizations as materialized (
    select b.org_id, sum(b.count) as count, coalesce(sum(b.count) filter (where not b.is_quick), 0) as slow_count
    from busy b group by b.org_id
  ), free as (
    select w.org_id, w.id, w.is_quick, w.last_attempt_at,
      case when w.is_quick then per_endpoint else 1 end - coalesce(b.count, 0) as places
    from receivers r
    join webhook_endpoints w on w.org_id = r.org_id and w.id = r.endpoint_id
    left join busy b on b.org_id = w.org_id and b.endpoint_id = w.id
    left join busy_organizations o on o.org_id = w.org_id
    where w.deleted_at is null and w.disabled_at is null
      and coalesce(o.count, 0) < per_organization and (w.is_quick or coalesce(o.slow_count, 0) < slow_per_organization)
  ), candidates as (
    select f.org_id, f.is_quick, f.last_attempt_at, f.places, c.id, c.position,
      row_number() over (partition by f.org_id, f.id order by c.due_at, c.position) as turn
    from free f cross join lateral (
      (select d.id, d.position, d.created_at as due_at from (
        select u.* from webhook_deliveries u
        where u.org_id = f.org_id and u.endpoint_id = f.id and u.state = 'pending' and u.attempt_count = 0
        order by u.position limit 200
      ) d
      where (d.leased_until is null or d.leased_until <= at) and not is_delivery_held_up(d, at) limit f.places)
      union all
      (select d.id, d.position, d.next_attempt_at from (
        select u.* from webhook_deliveries u
        where u.org_id = f.org_id and u.endpoint_id = f.id and u.state = 'pending' and u.attempt_count > 0
          and u.next_attempt_at <= as_of
        order by u.next_attempt_at, u.position limit 200
      ) d
      where (d.leased_until is null or d.leased_until <= at) and not is_delivery_held_up(d, at) limit f.places)
    ) c
    where f.places > 0
  ), in_lanes as (
    select c.*,
      row_number() over (partition by c.org_id, c.is_quick order by c.turn, c.last_attempt_at nulls first, c.position) as nth
    from candidates c where c.turn <= c.places
  ), in_organizations as (
    -- Whoever was served longest ago comes first.
    select l.*,
      row_number() over (partition by l.org_id order by l.turn, l.last_attempt_at nulls first, l.position) as nth_of_all
    from in_lanes l left join busy_organizations b on b.org_id = l.org_id
    where l.is_quick or l.nth <= slow_per_organization - coalesce(b.slow_count, 0)
  ), in_all as (
    select o.*, row_number() over (partition by o.is_quick order by o.nth_of_all, o.last_attempt_at nulls first) as nth_of_lane
    from in_organizations o left join busy_organizations b on b.org_id = o.org_id
    where o.nth_of_all <= per_organization - coalesce(b.count, 0)
  ), chosen as (
    select a.org_id, a.id from in_all a
    where a.is_quick or a.nth_of_lane <= most_slow
    order by a.nth_of_all, a.last_attempt_at nulls first limit most
  ), locked as (
    select d.org_id, d.id from webhook_deliveries d join chosen c on c.org_id = d.org_id and c.id = d.id
    where d.state = 'pending' for update of d skip locked
  ), taken as (
    update webhook_deliveries d set lease_id = gen_random_uuid(), leased_until = at + lease
    from locked l where d.org_id = l.org_id and d.id = l.id returning d.*
  )
  select t.org_id, t.id, t.lease_id, t.endpoint_id, w.kind, w.is_quick, w.url, w.secret, w.previous_secret, w.previous_secret_until,
    t.event_id, t.event_type, coalesce(e.created_at, t.created_at), t.inspection_id, e.payload, t.task_id, t.callback_index,
    k.callbacks -> t.callback_index, t.attempt_count, t.earlier_attempt_count
  from taken t
  join webhook_endpoints w on w.org_id = t.org_id and w.id = t.endpoint_id
  left join events e on e.org_id = t.org_id and e.inspection_id = t.inspection_id and e.id = t.event_id
  left join tasks k on k.org_id = t.org_id and k.id = t.task_id
  order by t.position;
end $$;

-- For how many seconds the message that waits longest could have been sent; null when none is due. An operator's alarm.
create function oldest_due_webhook_delivery(as_of timestamptz) returns double precision
language sql stable security definer set search_path = public, pg_temp as $$
  select extract(epoch from max(as_of - due.since))
  from webhook_endpoints w cross join lateral (
    (select d.created_at as since from webhook_deliveries d
      where d.org_id = w.org_id and d.endpoint_id = w.id and d.state = 'pending' and d.attempt_count = 0
      order by d.position limit 1)
    union all
    (select d.next_attempt_at from webhook_deliveries d
      where d.org_id = w.org_id and d.endpoint_id = w.id and d.state = 'pending' and d.attempt_count > 0
        and d.next_attempt_at <= as_of
      order by d.next_attempt_at limit 1)
  ) due
  where w.deleted_at is null and w.disabled_at is null
$$;

-- Forgets messages after a time, and those of deleted endpoints at once. Over all organizations; returns only how many went.
create function delete_old_webhook_deliveries(age interval, most integer) returns bigint
language sql volatile security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from webhook_deliveries where (org_id, id) in (
      (select d.org_id, d.id from webhook_deliveries d where d.created_at < now() - age order by d.created_at limit most)
      union
      (select d.org_id, d.id from webhook_endpoints w
        join webhook_deliveries d on d.org_id = w.org_id and d.endpoint_id = w.id
        where w.deleted_at is not null and (d.leased_until is null or d.leased_until < now()) limit most)
    ) returning 1
  )
  select count(*) from gone
$$;

revoke all on function next_webhook_events, ended_task_callbacks, make_webhook_deliveries, claim_webhook_deliveries,
  oldest_due_webhook_delivery, delete_old_webhook_deliveries from public;
grant execute on function next_webhook_events, ended_task_callbacks, make_webhook_deliveries, claim_webhook_deliveries,
  oldest_due_webhook_delivery, delete_old_webhook_deliveries to walkaround_app;
