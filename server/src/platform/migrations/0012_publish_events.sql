-- Events are told to listeners in the order of their position. An event is given one once it is committed, so whoever
-- has seen position n has seen, or been able to see, everything before it (ADR 0025).
alter table events
  -- The order of the inserts. What happens to an inspection happens under its locks, so for one inspection it is the order of cause.
  add column sequence bigint generated always as identity,
  add column position bigint;

create sequence event_positions;
update events set position = numbered.position
from (
  select org_id, inspection_id, id, nextval('event_positions') as position
  from (select org_id, inspection_id, id from events order by id) as old
) as numbered
where events.org_id = numbered.org_id and events.inspection_id = numbered.inspection_id and events.id = numbered.id;

create index events_unpublished on events (sequence) where position is null;
create index events_position on events (position);
create index events_organization on events (org_id, position);

-- The service writes no positions of its own.
revoke insert on events from walkaround_app;
grant insert (org_id, inspection_id, id, type, payload, created_at, created_by, reason, item_version, changes)
  on events to walkaround_app;

-- Gives the next positions to committed events of every organization; returns to how many. Everything committed before
-- the call has a position once a call returns 0. Each statement below sees what was committed before it, so who waited for
-- the lock sees the positions that were given meanwhile.
create function publish_events(most integer) returns integer
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
create function published_events(after bigint, most integer)
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

create function last_event_position() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(max(position), 0) from events
$$;
revoke all on function last_event_position from public;
grant execute on function last_event_position to walkaround_app;

-- A hint that there is something to publish. Nothing is lost without it, it only comes later.
create function hint_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('walkaround_events', '');
  return null;
end $$;
create trigger hint_events after insert on events for each statement execute function hint_events();

-- Opens one stream in place of a token, for clients that can send no headers. Only its digest is kept.
create table stream_tickets (
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
create index stream_tickets_ticket on stream_tickets (ticket_sha256);
create index stream_tickets_age on stream_tickets (org_id, expires_at);
alter table stream_tickets enable row level security;
create policy organization on stream_tickets using (org_id = current_setting('walkaround.org_id', true));
-- Nobody changes a ticket.
grant select, insert, delete on stream_tickets to walkaround_app;

-- Takes a ticket, once. Who holds it does not say of which organization it is.
create function take_stream_ticket(sha256 text)
returns table (org_id text, subject text, permissions text[], token_expires_at timestamptz, inspection_id uuid, types text[])
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from stream_tickets t where t.ticket_sha256 = sha256 and t.expires_at > now()
  returning t.org_id, t.subject, t.permissions, t.token_expires_at, t.inspection_id, t.types
$$;
revoke all on function take_stream_ticket from public;
grant execute on function take_stream_ticket to walkaround_app;
