create table images (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text,
  image_type text not null default 'beauty_shot',
  image_subtype text,
  image_sibling_key text,
  detailed_viewpoint jsonb,
  rotate_image_before_upload text not null default 'NO_ROTATION',
  damage_area jsonb,
  compliance_parameters jsonb not null default '{}',
  additional_data jsonb not null default '{}',
  -- When the camera says it was taken, if it names its time zone.
  captured_at timestamptz,
  mimetype text not null,
  image_width integer not null check (image_width > 0),
  image_height integer not null check (image_height > 0),
  -- Size and digest of the bytes the client sent.
  binary_size integer not null check (binary_size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  compliances jsonb,
  compliances_version text,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections
);
create index images_inspection on images (org_id, inspection_id, id);

-- Which pictures a task works on. A row is added only while the task has not started.
create table image_tasks (
  org_id text not null,
  task_id uuid not null,
  image_id uuid not null,
  details jsonb,
  primary key (org_id, task_id, image_id),
  foreign key (org_id, task_id) references tasks,
  foreign key (org_id, image_id) references images
);
create index image_tasks_image on image_tasks (org_id, image_id);

create table task_results (
  org_id text not null,
  task_id uuid not null,
  generation integer not null,
  image_id uuid not null,
  result jsonb not null,
  -- What made it: a model or program with its version, or a person.
  origin text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, task_id, generation, image_id),
  foreign key (org_id, task_id, generation) references task_runs,
  foreign key (org_id, image_id) references images
);

-- A picture whose bytes are on their way to the object store. The row goes when the image is committed;
-- what is left after the grace period is removed from the store.
create table uploads (
  org_id text not null,
  image_id uuid not null,
  created_at timestamptz not null default now(),
  -- Once set, no image may be committed for this upload: its objects are being removed.
  abandoned_at timestamptz,
  primary key (org_id, image_id)
);
create index uploads_age on uploads (created_at);

alter table images enable row level security;
alter table image_tasks enable row level security;
alter table task_results enable row level security;
alter table uploads enable row level security;
create policy organization on images using (org_id = current_setting('walkaround.org_id', true));
create policy organization on image_tasks using (org_id = current_setting('walkaround.org_id', true));
create policy organization on task_results using (org_id = current_setting('walkaround.org_id', true));
create policy organization on uploads using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on images to walkaround_app;
grant select, insert, delete on image_tasks to walkaround_app;
grant select, insert on task_results to walkaround_app;
grant select, insert, update, delete on uploads to walkaround_app;

-- The sweep looks over all organizations and learns nothing but ids; it then works inside each one.
create function abandoned_uploads(grace interval, most integer) returns table (org_id text, image_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.org_id, u.image_id from uploads u where u.created_at < now() - grace order by u.created_at limit most
$$;
revoke all on function abandoned_uploads from public;
grant execute on function abandoned_uploads to walkaround_app;
