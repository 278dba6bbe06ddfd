-- Every table carries org_id as the first column of its key, and row-level security stands behind
-- every query: a session sees only the organization named in walkaround.org_id, or nothing.

create table inspections (
  org_id text not null check (length(org_id) between 1 and 200),
  id uuid not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  owner_id text not null,
  creator_id text not null,
  -- Derived from the tasks by a trigger (0002); no statement of the service writes it.
  status text not null default 'NOT_STARTED'
    check (status in ('NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED')),
  inspection_type text,
  accident_nature text,
  related_inspection_id uuid,
  usage_duration double precision,
  damage_areas jsonb not null default '[]',
  damage_severity jsonb,
  pricing jsonb,
  additional_data jsonb not null default '{}',
  primary key (org_id, id)
) partition by hash (org_id);

do $$
begin
  for n in 0..15 loop
    execute format('create table inspections_%s partition of inspections for values with (modulus 16, remainder %s)', n, n);
  end loop;
end $$;

-- Ids are UUIDv7, so the primary key is also the order of creation: the keyset of the plain list.
create index inspections_owner on inspections (org_id, owner_id, id);
create index inspections_status on inspections (org_id, status, id);
create index inspections_owner_status on inspections (org_id, owner_id, status, id);
-- The newer clients always ask without deleted ones; a page must not walk over those.
create index inspections_live on inspections (org_id, id) where deleted_at is null;
create index inspections_owner_live on inspections (org_id, owner_id, id) where deleted_at is null;

create table vehicles (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  brand text,
  model text,
  plate text,
  vehicle_type text,
  mileage_value double precision,
  mileage_unit text,
  market_value_value double precision,
  market_value_unit text,
  serie text,
  vehicle_style text,
  vehicle_age text,
  vin text,
  color text,
  exterior_cleanliness text,
  interior_cleanliness text,
  date_of_circulation text,
  owner_info jsonb,
  duplicate_keys boolean,
  expertise_requested boolean,
  car_registration boolean,
  vehicle_quotation double precision,
  trade_in_offer double precision,
  additional_data jsonb not null default '{}',
  primary key (org_id, inspection_id),
  foreign key (org_id, inspection_id) references inspections
);

create table events (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (org_id, inspection_id, id),
  foreign key (org_id, inspection_id) references inspections
);

alter table inspections enable row level security;
alter table vehicles enable row level security;
alter table events enable row level security;
create policy organization on inspections using (org_id = current_setting('walkaround.org_id', true));
create policy organization on vehicles using (org_id = current_setting('walkaround.org_id', true));
create policy organization on events using (org_id = current_setting('walkaround.org_id', true));

-- The partitions themselves are not granted: row-level security of the parent cannot be walked around.
grant select, insert, update on inspections, vehicles to walkaround_app;
grant select, insert on events to walkaround_app;

-- The job engine keeps its tables here; they hold ids only.
create schema pgboss;
grant usage, create on schema pgboss to walkaround_app;
