-- Where an organization wants to be told of events, and what became of each message (ADR 0026).
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
  -- Both sealed, see server/src/core/platform/sealing.ts. Until the time, messages are signed with the previous one as well.
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
alter table webhook_endpoints enable row level security;
create policy organization on webhook_endpoints using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on webhook_endpoints to walkaround_app;

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
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
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
create index webhook_deliveries_inspection on webhook_deliveries (org_id, inspection_id);
alter table webhook_deliveries enable row level security;
create policy organization on webhook_deliveries using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on webhook_deliveries to walkaround_app;

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
alter table webhook_attempts enable row level security;
create policy organization on webhook_attempts using (org_id = current_setting('walkaround.org_id', true));
grant select, insert on webhook_attempts to walkaround_app;

-- Up to which event deliveries were made. What happened before there were webhooks is told to nobody.
create table webhook_cursor (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  -- The database that sends: a copy of it holds messages that the original sends, and sends nothing until somebody switches that on.
  home text not null
);

-- Two inspections of one vehicle, compared. What the method says is written anew by every run; what people decide stays.
create table comparisons (
  org_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text not null,
  done_at timestamptz,
  version integer not null default 1,
  status text not null check (status in ('IN_PROGRESS', 'DONE', 'ERROR')),
  progress integer not null default 0 check (progress between 0 and 100),
  error text,
  started_by text not null check (started_by in ('person', 'return')),
  earlier_inspection_id uuid not null,
  later_inspection_id uuid not null,
  -- Of the later inspection, so that a list of one's own is read from an index.
  owner_id text not null,
  -- Goes up when it is made anew; what an older run tries to write has no effect.
  run integer not null default 1,
  -- How many changes of each inspection the last finished run knows of.
  earlier_change_count integer,
  later_change_count integer,
  models jsonb not null default '[]',
  is_earlier_read_again boolean not null default false,
  panels jsonb not null default '{"compared": [], "not_seen_before": [], "not_seen_now": []}',
  signals jsonb not null default '[]',
  -- Numbers are never given twice.
  last_number integer not null default 0,
  deleted_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, earlier_inspection_id) references inspections,
  foreign key (org_id, later_inspection_id) references inspections,
  check (earlier_inspection_id <> later_inspection_id)
);
-- A pair has one comparison: people's decisions are in one place.
create unique index comparisons_pair on comparisons (org_id, later_inspection_id, earlier_inspection_id) where deleted_at is null;
create index comparisons_later on comparisons (org_id, later_inspection_id, id);
create index comparisons_earlier on comparisons (org_id, earlier_inspection_id, id);
create index comparisons_owner on comparisons (org_id, owner_id, id);
create trigger raise_version before update on comparisons for each row execute function raise_version();
alter table comparisons enable row level security;
create policy organization on comparisons using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on comparisons to walkaround_app;

create table comparison_places (
  org_id text not null,
  comparison_id uuid not null,
  id uuid not null,
  number integer not null check (number > 0),
  version integer not null default 1,
  -- What the method says.
  proposed_verdict text not null
    check (proposed_verdict in ('new', 'worsened', 'unchanged', 'repaired', 'not_comparable', 'uncertain')),
  certainty double precision not null check (certainty between 0 and 1),
  part_type text,
  damage_type text,
  reasons jsonb not null,
  earlier jsonb,
  later jsonb,
  other_pairs jsonb not null,
  -- What a person says.
  verdict text check (verdict in ('new', 'worsened', 'unchanged', 'repaired', 'not_comparable', 'uncertain')),
  reason text check (char_length(reason) <= 1000),
  decided_by text,
  decided_at timestamptz,
  note text check (char_length(note) <= 2000),
  is_damage boolean not null default true,
  is_chargeable boolean,
  primary key (org_id, id),
  unique (org_id, comparison_id, number),
  foreign key (org_id, comparison_id) references comparisons,
  check ((verdict is null) = (decided_by is null) and (verdict is null) = (decided_at is null)),
  -- To contradict the method takes a reason.
  check (verdict is null or verdict = proposed_verdict or reason is not null)
);
create trigger raise_version before update on comparison_places for each row execute function raise_version();
alter table comparison_places enable row level security;
create policy organization on comparison_places using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update, delete on comparison_places to walkaround_app;

-- Whether an organization wants returns to be compared by themselves. No row: it does not.
create table comparison_settings (
  org_id text not null primary key,
  compares_returns boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create trigger raise_version before update on comparison_settings for each row execute function raise_version();
alter table comparison_settings enable row level security;
create policy organization on comparison_settings using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on comparison_settings to walkaround_app;

-- The documents made from an inspection or handed in for it. The last one counts, all are kept.
create table reports (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  source text not null check (source in ('generated', 'uploaded')),
  status text not null check (status in ('IN_PROGRESS', 'DONE', 'ERROR')),
  options jsonb not null default '{}',
  size_bytes integer check (size_bytes > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  done_at timestamptz,
  -- Share of the work that is done, in percent.
  progress integer not null default 0 check (progress between 0 and 100),
  -- Why it could not be made, for the person who asked.
  error text,
  template_version text,
  -- Under which the object store has the PDF; null: under the id of the report. Every attempt stores its own.
  file_id uuid,
  -- Of everything the report says. The code on its paper is the beginning of it.
  content_sha256 text check (content_sha256 ~ '^[0-9a-f]{64}$'),
  is_signed boolean not null default false,
  -- How many changes of the inspection the report knows of. When there are more, it does not show the latest state.
  change_count integer,
  -- The paper of a comparison is a report of its later inspection that is not the inspection's own: what asks for the reports
  -- of an inspection leaves out those with a comparison.
  comparison_id uuid,
  comparison_version integer,
  -- A rule of retention lets the file go before the inspection (ADR 0057).
  file_erased_at timestamptz,
  -- Which version of the later inspection's estimate the paper of a comparison knows of; 0: there was none.
  estimate_version integer,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections,
  check ((status = 'DONE') = (sha256 is not null)),
  constraint reports_comparison_fkey foreign key (org_id, comparison_id) references comparisons
);
create index reports_inspection on reports (org_id, inspection_id, id);
create index reports_id on reports (id);
create index reports_comparison on reports (org_id, comparison_id, id) where comparison_id is not null;
create trigger count_report_bytes before insert or update of size_bytes on reports
  for each row execute function count_report_bytes();
create trigger free_report_bytes after update of file_erased_at on reports
  for each row when (old.file_erased_at is null and new.file_erased_at is not null) execute function free_report_bytes();
alter table reports enable row level security;
create policy organization on reports using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on reports to walkaround_app;

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
alter table objection_links enable row level security;
create policy organization on objection_links using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update (revoked_at, wrong_count, wrong_since) on objection_links to walkaround_app;

-- A browser in which somebody has entered the code.
create table objection_sessions (
  org_id text not null,
  link_id uuid not null,
  token_sha256 text not null check (token_sha256 ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  primary key (org_id, link_id, token_sha256),
  foreign key (org_id, link_id) references objection_links
);
alter table objection_sessions enable row level security;
create policy organization on objection_sessions using (org_id = current_setting('walkaround.org_id', true));
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
alter table objections enable row level security;
create policy organization on objections using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update (decided_at) on objections to walkaround_app;

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
  -- As that of images.
  hidden jsonb,
  primary key (org_id, id),
  foreign key (org_id, objection_id) references objections,
  foreign key (org_id, inspection_id) references inspections
);
create index objection_pictures_objection on objection_pictures (org_id, objection_id, id);
create trigger count_image_bytes after insert on objection_pictures for each row execute function count_image_bytes();
alter table objection_pictures enable row level security;
create policy organization on objection_pictures using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update (hidden) on objection_pictures to walkaround_app;

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
alter table objection_decisions enable row level security;
create policy organization on objection_decisions using (org_id = current_setting('walkaround.org_id', true));
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
alter table objection_settings enable row level security;
create policy organization on objection_settings using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on objection_settings to walkaround_app;

insert into webhook_cursor (position, home) values (0, database_identity());
