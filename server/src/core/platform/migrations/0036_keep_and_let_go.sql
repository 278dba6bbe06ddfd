-- no transaction: writers go on while the indexes are built, and every statement can run again.
-- What must stay (ADR 0057): nothing erases an inspection that is held, and the foreign key is the last to say so.
create table if not exists holds (
  org_id text not null,
  inspection_id uuid not null,
  reason text not null check (length(reason) between 1 and 1000),
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (org_id, inspection_id),
  foreign key (org_id, inspection_id) references inspections
);

-- How long an organization keeps what. No row, and null: for good.
create table if not exists retention_rules (
  org_id text not null primary key,
  inspections_days integer check (inspections_days between 1 and 36500),
  deleted_inspections_days integer check (deleted_inspections_days between 1 and 36500),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);

do $$
declare
  name text;
begin
  foreach name in array array['holds', 'retention_rules'] loop
    execute format('alter table %I enable row level security', name);
    if not exists (select from pg_policy where polrelid = name::regclass) then
      execute format('create policy organization on %I using (org_id = current_setting(''walkaround.org_id'', true))', name);
    end if;
  end loop;
end $$;
create or replace trigger raise_version before update on retention_rules for each row execute function raise_version();
grant select, insert, delete on holds to walkaround_app;
grant select, insert, update on retention_rules to walkaround_app;

-- Over all organizations; returns ids only. They start anywhere in turn, so that none is always the last.
create or replace function organizations_with_rules() returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.org_id from retention_rules r
  where num_nonnulls(r.inspections_days, r.deleted_inspections_days) > 0 order by random()
$$;
revoke all on function organizations_with_rules from public;
grant execute on function organizations_with_rules to walkaround_app;

-- Who was deleted, and when. Of a table in parts an index is built part by part; ids tell who was created when.
create index if not exists inspections_deleted on only inspections (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_0_deleted on inspections_0 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_1_deleted on inspections_1 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_2_deleted on inspections_2 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_3_deleted on inspections_3 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_4_deleted on inspections_4 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_5_deleted on inspections_5 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_6_deleted on inspections_6 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_7_deleted on inspections_7 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_8_deleted on inspections_8 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_9_deleted on inspections_9 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_10_deleted on inspections_10 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_11_deleted on inspections_11 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_12_deleted on inspections_12 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_13_deleted on inspections_13 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_14_deleted on inspections_14 (org_id, deleted_at) where deleted_at is not null;
create index concurrently if not exists inspections_15_deleted on inspections_15 (org_id, deleted_at) where deleted_at is not null;
do $$
begin
  for n in 0..15 loop
    execute format('alter index inspections_deleted attach partition inspections_%s_deleted', n);
  end loop;
end $$;

alter table erasures drop constraint if exists erasures_subject_check;
alter table erasures add constraint erasures_subject_check
  check (subject in ('inspection', 'vehicle', 'capture_link', 'receipt', 'rule')) not valid;
alter table erasures validate constraint erasures_subject_check;
