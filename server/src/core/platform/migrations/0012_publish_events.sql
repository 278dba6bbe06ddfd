-- no transaction
-- Events are told to listeners in the order of their position. An event is given one once it is committed, so whoever
-- has seen position n has seen, or been able to see, everything before it (ADR 0025).
-- `sequence` is the order of the inserts. What happens to an inspection happens under its locks, so for one inspection it is the
-- order of cause. It ends as an identity column; to add it as one would write the whole table anew and hold writers up meanwhile.
create sequence if not exists event_positions;
do $$
begin
  if exists (select from pg_attribute where attrelid = 'events'::regclass and attname = 'sequence') then
    return;
  end if;
  create sequence events_sequence_at_first;
  alter table events add column sequence bigint, add column position bigint;
  -- New events only: those from before are the ones without.
  alter table events alter column sequence set default nextval('events_sequence_at_first');
  grant usage on sequence events_sequence_at_first to walkaround_app;
end $$;

-- Events from before come first, in the order of their ids. Some at a time, so that nobody waits for long. Safe to call again.
create or replace procedure number_old_events(most integer) language plpgsql as $$
declare
  old_count bigint;
  done bigint := 0;
begin
  drop table if exists old_events;
  create temporary table old_events as
    select row_number() over (order by id) as n, org_id, inspection_id, id from events where sequence is null;
  get diagnostics old_count = row_count;
  alter table old_events add primary key (n);
  analyze old_events;
  -- Whatever the statistics say: every batch goes along an index, and the table may be long.
  set enable_seqscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  commit;
  while done < old_count loop
    update events set position = numbered.position, sequence = numbered.n - old_count
    from (
      select o.*, nextval('event_positions') as position
      from (select * from old_events where n > done and n <= done + most order by n) as o
    ) as numbered
    where events.org_id = numbered.org_id and events.inspection_id = numbered.inspection_id and events.id = numbered.id;
    done := done + most;
    commit;
  end loop;
  drop table old_events;
end $$;
call number_old_events(2000);
reset enable_seqscan;
reset enable_hashjoin;
reset enable_mergejoin;
drop procedure number_old_events;

-- With a constraint that was validated beside the writers, `set not null` need not look at the rows.
do $$
begin
  if not exists (select from pg_attribute where attrelid = 'events'::regclass and attname = 'sequence' and attidentity = 'a')
    and not exists (select from pg_constraint where conrelid = 'events'::regclass and conname = 'events_sequence_given')
  then
    alter table events add constraint events_sequence_given check (sequence is not null) not valid;
  end if;
end $$;
do $$
begin
  if exists (select from pg_constraint where conrelid = 'events'::regclass and conname = 'events_sequence_given') then
    alter table events validate constraint events_sequence_given;
  end if;
end $$;
do $$
begin
  if exists (select from pg_constraint where conrelid = 'events'::regclass and conname = 'events_sequence_given') then
    lock table events in access exclusive mode;
    alter table events alter column sequence set not null;
    alter table events alter column sequence drop default;
    alter table events alter column sequence add generated always as identity;
    perform setval('events_sequence_seq', nextval('events_sequence_at_first'));
    alter table events drop constraint events_sequence_given;
    drop sequence events_sequence_at_first;
  end if;
end $$;

create index concurrently if not exists events_unpublished on events (sequence) where position is null;
create index concurrently if not exists events_position on events (position);
create index concurrently if not exists events_organization on events (org_id, position);
-- Of the next migration: a replay goes by the time of the events.
create index concurrently if not exists events_time on events (org_id, created_at);

-- The service writes no positions of its own. One statement, so that no insert finds the time between.
do $$
begin
  revoke insert on events from walkaround_app;
  grant insert (org_id, inspection_id, id, type, payload, created_at, created_by, reason, item_version, changes)
    on events to walkaround_app;
end $$;

-- Gives the next positions to committed events of every organization; returns to how many. Everything committed before
-- the call has a position once a call returns 0. Each statement below sees what was committed before it, so who waited for
-- the lock sees the positions that were given meanwhile.
create or replace function publish_events(most integer) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  published integer;
begin
  if not exists (select from events where position is null) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(7246003);
  update events set position = numbered.position
  from (
    select org_id, inspection_id, id, nextval('event_positions') as position
    from (
      select org_id, inspection_id, id from events where position is null order by sequence limit most
    ) as waiting
  ) as numbered
  where events.org_id = numbered.org_id and events.inspection_id = numbered.inspection_id and events.id = numbered.id;
  get diagnostics published = row_count;
  return published;
end $$;
revoke all on function publish_events from public;
grant execute on function publish_events to walkaround_app;

-- Events of every organization after a position, for the process that tells them to whoever may hear of them.
create or replace function published_events(after bigint, most integer)
returns table (
  "position" bigint, org_id text, owner_id text, inspection_id uuid, id uuid, type text, payload jsonb,
  created_by text, created_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.position, e.org_id, i.owner_id, e.inspection_id, e.id, e.type, e.payload, e.created_by, e.created_at
  from (select * from events where events.position > after order by events.position limit most) e
  join inspections i on i.org_id = e.org_id and i.id = e.inspection_id
  order by e.position
$$;
revoke all on function published_events from public;
grant execute on function published_events to walkaround_app;

create or replace function last_event_position() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(max(position), 0) from events
$$;
revoke all on function last_event_position from public;
grant execute on function last_event_position to walkaround_app;

-- A hint that there is something to publish. Nothing is lost without it, it only comes later.
create or replace function hint_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('walkaround_events', '');
  return null;
end $$;
create or replace trigger hint_events after insert on events for each statement execute function hint_events();

-- Opens one stream in place of a token, for clients that can send no headers. Only its digest is kept.
create table if not exists stream_tickets (
  org_id text not null,
  ticket_sha256 text not null,
  -- Who asked for it, and until when their token holds.
  subject text not null,
  permissions text[] not null,
  token_expires_at timestamptz not null,
  -- What it opens: the stream of an inspection, or null for that of many.
  inspection_id uuid,
  types text[],
  expires_at timestamptz not null,
  primary key (org_id, ticket_sha256),
  foreign key (org_id, inspection_id) references inspections
);
create index if not exists stream_tickets_ticket on stream_tickets (ticket_sha256);
create index if not exists stream_tickets_age on stream_tickets (org_id, expires_at);
alter table stream_tickets enable row level security;
drop policy if exists organization on stream_tickets;
create policy organization on stream_tickets using (org_id = current_setting('walkaround.org_id', true));
-- Nobody changes a ticket.
grant select, insert, delete on stream_tickets to walkaround_app;

-- Takes a ticket, once. Who holds it does not say of which organization it is.
create or replace function take_stream_ticket(sha256 text)
returns table (org_id text, subject text, permissions text[], token_expires_at timestamptz, inspection_id uuid, types text[])
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from stream_tickets t where t.ticket_sha256 = sha256 and t.expires_at > now()
  returning t.org_id, t.subject, t.permissions, t.token_expires_at, t.inspection_id, t.types
$$;
revoke all on function take_stream_ticket from public;
grant execute on function take_stream_ticket to walkaround_app;
