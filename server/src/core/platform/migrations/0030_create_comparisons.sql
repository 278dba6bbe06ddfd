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

-- A comparison is no change of an inspection: it makes no report outdated.
create or replace function count_changes(org text, inspection uuid) returns bigint
language sql stable as $$
  select count(*) from events
  where org_id = org and inspection_id = inspection and type not like 'report.%' and type not like 'task.replay%'
    and type not like 'comparison.%'
$$;

-- What a comparison looks at: damages, their places, pictures, and whose vehicle it is. Prices and other tasks are not.
create function count_compared_changes(org text, inspection uuid) returns bigint
language sql stable as $$
  select count(*) from events
  where org_id = org and inspection_id = inspection and (type like 'damage.%' or type like 'view.%'
    or type in ('image.created', 'image.updated', 'image.deleted', 'vehicle.updated', 'inspection.deleted'))
$$;
