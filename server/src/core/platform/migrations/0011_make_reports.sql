-- Reports are made by a job now.
alter table reports
  add column done_at timestamptz,
  -- Share of the work that is done, in percent.
  add column progress integer not null default 0 check (progress between 0 and 100),
  -- Why it could not be made, for the person who asked.
  add column error text,
  add column template_version text,
  -- Under which the object store has the PDF; null: under the id of the report. Every attempt stores its own.
  add column file_id uuid,
  -- Of everything the report says. The code on its paper is the beginning of it.
  add column content_sha256 text check (content_sha256 ~ '^[0-9a-f]{64}$'),
  add column is_signed boolean not null default false,
  -- How many changes of the inspection the report knows of. When there are more, it does not show the latest state.
  add column change_count integer;
create index reports_id on reports (id);
update reports set done_at = created_at, progress = 100 where status = 'DONE';

-- What changes an inspection: everything that happens to it but reports and replays of what is there.
create function count_changes(org text, inspection uuid) returns bigint
language sql stable as $$
  select count(*) from events
  where org_id = org and inspection_id = inspection and type not like 'report.%' and type not like 'task.replay%'
$$;

-- What anybody who holds a report may learn of it, whatever the organization: nothing that is not on its own paper.
create function verify_report(report uuid)
returns table (id uuid, created_at timestamptz, sha256 text, content_sha256 text, is_signed boolean, is_latest boolean, is_outdated boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.created_at, r.sha256, r.content_sha256, r.is_signed,
    not exists (
      select from reports later
      where later.org_id = r.org_id and later.inspection_id = r.inspection_id and later.status = 'DONE' and later.id > r.id),
    count_changes(r.org_id, r.inspection_id) > r.change_count
  from reports r join inspections i on i.org_id = r.org_id and i.id = r.inspection_id
  where r.id = report and r.status = 'DONE' and r.source = 'generated' and i.deleted_at is null
$$;
revoke all on function verify_report from public;
grant execute on function verify_report to walkaround_app;
