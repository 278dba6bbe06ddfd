-- What models find, and how each result came about.

-- Models with their digests, version of the code, parameters, digest of the input: enough to make the result again.
alter table task_results add column provenance jsonb not null default '{}';

alter table images
  add column viewpoint jsonb,
  add column has_vehicle boolean,
  add column odometer jsonb,
  -- {min_resolvable_mm, scale_source, has_deployed_airbag}
  add column damage_analysis jsonb,
  -- What `compliances` was made with; a task takes both over as they are. Null where the check kept none.
  add column compliances_provenance jsonb;

-- Null where a person made the row.
alter table damages
  add column confidence double precision check (confidence between 0 and 1),
  add column part_confidence double precision check (part_confidence between 0 and 1),
  add column part_source text,
  add column size_cm_low double precision check (size_cm_low > 0),
  add column size_cm_high double precision check (size_cm_high > 0),
  add column scale_source text;
alter table views add column confidence double precision check (confidence between 0 and 1);

create table wheel_analyses (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  image_id uuid not null,
  wheel_name text,
  bounding_box jsonb,
  -- The six judgements, each {prediction, confidence}.
  predictions jsonb not null,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections,
  foreign key (org_id, image_id) references images
);
create index wheel_analyses_inspection on wheel_analyses (org_id, inspection_id, id);

create table documents (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  image_id uuid not null,
  type text,
  content jsonb not null,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections,
  foreign key (org_id, image_id) references images
);
create index documents_inspection on documents (org_id, inspection_id, id);

-- A picture made from a picture: drawn regions, or a crop. The bytes are made when they are asked for.
create table rendered_outputs (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  image_id uuid not null,
  view_id uuid,
  description text not null,
  -- What to draw or to cut out, in pixels of the upright picture, as it was when the rendering was recorded.
  instructions jsonb not null,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections,
  foreign key (org_id, image_id) references images,
  foreign key (org_id, view_id) references views
);
create index rendered_outputs_inspection on rendered_outputs (org_id, inspection_id, id);

-- A finished run made again, and what differed.
create table task_replays (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  generation integer not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  status text not null default 'IN_PROGRESS' check (status in ('IN_PROGRESS', 'DONE', 'ERROR')),
  done_at timestamptz,
  -- {is_identical, images: [{image_id, is_identical, differences}]}, or the reason of an error.
  outcome jsonb,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections,
  foreign key (org_id, task_id, generation) references task_runs,
  check ((status = 'IN_PROGRESS') = (outcome is null))
);
create index task_replays_task on task_replays (org_id, task_id, id);

alter table wheel_analyses enable row level security;
alter table documents enable row level security;
alter table rendered_outputs enable row level security;
alter table task_replays enable row level security;
create policy organization on wheel_analyses using (org_id = current_setting('walkaround.org_id', true));
create policy organization on documents using (org_id = current_setting('walkaround.org_id', true));
create policy organization on rendered_outputs using (org_id = current_setting('walkaround.org_id', true));
create policy organization on task_replays using (org_id = current_setting('walkaround.org_id', true));
grant select, insert on wheel_analyses, documents, rendered_outputs to walkaround_app;
grant select, insert, update on task_replays to walkaround_app;

-- What a model could not do a person may: a task in ERROR can be finished by hand, within the generation that failed.
create or replace function check_task_transition() returns trigger language plpgsql as $$
begin
  if new.status = old.status and new.generation = old.generation then
    return new;
  end if;
  if (old.status, new.status) in (('NOT_STARTED', 'TODO'), ('ERROR', 'TODO'))
     and new.generation = old.generation + 1 then
    return new;
  end if;
  if (old.status, new.status) in (('TODO', 'IN_PROGRESS'), ('IN_PROGRESS', 'DONE'), ('DONE', 'VALIDATED'),
                                  ('TODO', 'ERROR'), ('IN_PROGRESS', 'ERROR'), ('ERROR', 'DONE'))
     and new.generation = old.generation then
    return new;
  end if;
  raise exception 'task % cannot go from % (generation %) to % (generation %)',
    old.id, old.status, old.generation, new.status, new.generation using errcode = 'check_violation';
end $$;
