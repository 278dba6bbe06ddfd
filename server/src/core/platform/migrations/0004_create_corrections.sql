-- What is seen on the vehicle, by a model or a person, and what it costs. `created_by` is `algo` for a model,
-- the subject of the token for a person.

-- One row for each kind of part that something is known of.
create table parts (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  part_type text not null,
  primary key (org_id, id),
  unique (org_id, inspection_id, part_type),
  foreign key (org_id, inspection_id) references inspections
);

create table damages (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by text not null,
  damage_type text not null,
  damage_size_cm double precision check (damage_size_cm > 0),
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections
);
create index damages_inspection on damages (org_id, inspection_id, id);

create table damage_parts (
  org_id text not null,
  damage_id uuid not null,
  part_id uuid not null,
  primary key (org_id, damage_id, part_id),
  foreign key (org_id, damage_id) references damages,
  foreign key (org_id, part_id) references parts
);
create index damage_parts_part on damage_parts (org_id, part_id);

-- Where a damage or a part is seen on a picture. Coordinates are pixels of the upright picture. Both forms of the
-- region are always there: some clients draw the box, others the polygons.
create table views (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by text not null,
  image_id uuid not null,
  damage_id uuid,
  part_id uuid,
  bounding_box jsonb not null,
  polygons jsonb not null,
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections,
  foreign key (org_id, image_id) references images,
  foreign key (org_id, damage_id) references damages,
  foreign key (org_id, part_id) references parts,
  check (num_nonnulls(damage_id, part_id) = 1)
);
create index views_inspection on views (org_id, inspection_id, id);
create index views_damage on views (org_id, damage_id) where damage_id is not null;

-- One price for a part or for the whole vehicle. `severity_results` and `pricing` both show it.
create table pricings (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by text not null,
  is_user_modified boolean not null,
  related_item_type text not null check (related_item_type in ('part', 'vehicle')),
  part_id uuid,
  -- Money is whole minor units of a currency.
  amount_minor bigint check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  level integer check (level between 0 and 3),
  repair_operation text check (repair_operation in ('repair', 'replace')),
  operations jsonb,
  hours jsonb,
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections,
  foreign key (org_id, part_id) references parts,
  check ((related_item_type = 'part') = (part_id is not null))
);
create index pricings_inspection on pricings (org_id, inspection_id, id);
create unique index pricings_item on pricings (org_id, inspection_id, coalesce(part_id, '00000000-0000-0000-0000-000000000000'))
  where deleted_at is null;

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
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections,
  check ((status = 'DONE') = (sha256 is not null))
);
create index reports_inspection on reports (org_id, inspection_id, id);

alter table parts enable row level security;
alter table damages enable row level security;
alter table damage_parts enable row level security;
alter table views enable row level security;
alter table pricings enable row level security;
alter table reports enable row level security;
create policy organization on parts using (org_id = current_setting('walkaround.org_id', true));
create policy organization on damages using (org_id = current_setting('walkaround.org_id', true));
create policy organization on damage_parts using (org_id = current_setting('walkaround.org_id', true));
create policy organization on views using (org_id = current_setting('walkaround.org_id', true));
create policy organization on pricings using (org_id = current_setting('walkaround.org_id', true));
create policy organization on reports using (org_id = current_setting('walkaround.org_id', true));
grant select, insert on parts, damage_parts to walkaround_app;
grant select, insert, update on damages, views, pricings, reports to walkaround_app;
