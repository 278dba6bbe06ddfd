-- Who administered an organization, and how: webhooks and quotas belong to no inspection, so `events` cannot hold this.
-- Nothing sends these rows anywhere, and no function gives them a position.
create table administration_events (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  type text not null,
  payload jsonb not null,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Names the request in the log.
  request_id text,
  primary key (org_id, id)
);
alter table administration_events enable row level security;
create policy organization on administration_events using (org_id = current_setting('walkaround.org_id', true));
-- Neither update nor delete: what was recorded stays as it is.
grant select, insert on administration_events to walkaround_app;
