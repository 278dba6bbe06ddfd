-- no transaction: writers go on while the indexes are built, and every statement can run again.
-- Files of an inspection that go before it does, and a time that counts from its validation (ADR 0057).
alter table images add column if not exists original_erased_at timestamptz;
alter table reports add column if not exists file_erased_at timestamptz;
alter table inspections add column if not exists validated_at timestamptz;

alter table retention_rules add column if not exists validated_inspections_days integer;
alter table retention_rules add column if not exists originals_days integer;
alter table retention_rules add column if not exists reports_days integer;
-- Up to which id every file that no hold keeps is gone; null: from the first.
alter table retention_rules add column if not exists originals_after uuid;
alter table retention_rules add column if not exists reports_after uuid;
alter table retention_rules drop constraint if exists retention_rules_more_days;
alter table retention_rules add constraint retention_rules_more_days check (
  validated_inspections_days between 1 and 36500 and originals_days between 1 and 36500 and reports_days between 1 and 36500);
-- A version counts what people change, and not how far the worker is.
create or replace trigger raise_version before update of updated_by on retention_rules for each row execute function raise_version();

create or replace function organizations_with_rules() returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.org_id from retention_rules r
  where num_nonnulls(r.inspections_days, r.deleted_inspections_days, r.validated_inspections_days, r.originals_days, r.reports_days) > 0
  order by random()
$$;

-- Whoever is released is looked at again.
create or replace function look_again_at_files() returns trigger language plpgsql as $$
begin
  update retention_rules set originals_after = null, reports_after = null
  where org_id = old.org_id and num_nonnulls(originals_after, reports_after) > 0;
  return null;
end $$;
create or replace trigger look_again_at_files after delete on holds for each row execute function look_again_at_files();

create or replace function stamp_validation() returns trigger language plpgsql as $$
begin
  new.validated_at := case when new.status = 'VALIDATED' then now() end;
  return new;
end $$;
create or replace trigger stamp_validation before update of status on inspections
  for each row when (new.status is distinct from old.status) execute function stamp_validation();
create index if not exists inspections_validated on only inspections (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_0_validated on inspections_0 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_1_validated on inspections_1 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_2_validated on inspections_2 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_3_validated on inspections_3 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_4_validated on inspections_4 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_5_validated on inspections_5 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_6_validated on inspections_6 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_7_validated on inspections_7 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_8_validated on inspections_8 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_9_validated on inspections_9 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_10_validated on inspections_10 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_11_validated on inspections_11 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_12_validated on inspections_12 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_13_validated on inspections_13 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_14_validated on inspections_14 (org_id, validated_at) where validated_at is not null;
create index concurrently if not exists inspections_15_validated on inspections_15 (org_id, validated_at) where validated_at is not null;
do $$
begin
  for n in 0..15 loop
    execute format('alter index inspections_validated attach partition inspections_%s_validated', n);
  end loop;
end $$;

-- What a file took of the quota is free again.
create or replace function free_original_bytes() returns trigger language plpgsql as $$
begin
  insert into quota_usage (org_id, quota, amount) values (new.org_id, 'bytes_stored', -new.binary_size);
  return null;
end $$;
create or replace trigger free_original_bytes after update of original_erased_at on images
  for each row when (old.original_erased_at is null and new.original_erased_at is not null) execute function free_original_bytes();
create or replace function free_report_bytes() returns trigger language plpgsql as $$
begin
  insert into quota_usage (org_id, quota, amount) values (new.org_id, 'bytes_stored', -new.size_bytes);
  return null;
end $$;
create or replace trigger free_report_bytes after update of file_erased_at on reports
  for each row when (old.file_erased_at is null and new.file_erased_at is not null) execute function free_report_bytes();

-- Null: everything under the id.
alter table erasure_objects add column if not exists part text check (part in ('original'));
grant insert on erasure_objects to walkaround_app;
alter table erasures drop constraint if exists erasures_subject_check;
alter table erasures add constraint erasures_subject_check
  check (subject in ('inspection', 'vehicle', 'capture_link', 'receipt', 'rule', 'originals', 'reports')) not valid;
alter table erasures validate constraint erasures_subject_check;

-- What is free already isn't freed again with the inspection. Only these two lines of the function change, whoever wrote the others.
do $$
declare
  before text := pg_get_functiondef('erase_inspection'::regproc);
  body text := before;
begin
  if before like '%original_erased_at%' then
    return;
  end if;
  body := replace(body, 'select binary_size + coalesce(derived_bytes, 0)',
    'select case when original_erased_at is null then binary_size else 0 end + coalesce(derived_bytes, 0)');
  if body = before then
    raise exception 'erase_inspection counts the bytes of images in another way';
  end if;
  before := body;
  body := replace(body, 'and size_bytes is not null', 'and size_bytes is not null and file_erased_at is null');
  if body = before then
    raise exception 'erase_inspection counts the bytes of reports in another way';
  end if;
  execute body;
end $$;
