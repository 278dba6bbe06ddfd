-- no transaction: writers go on while the index is built, and every statement can run again.
-- The paper of a comparison is a report of its later inspection that is not the inspection's own: what asks for the reports
-- of an inspection leaves out those with a comparison.
alter table reports
  add column if not exists comparison_id uuid,
  add column if not exists comparison_version integer;
do $$
begin
  if not exists (select from pg_constraint where conname = 'reports_comparison_fkey') then
    -- Not checked for rows from before, which have none.
    alter table reports add constraint reports_comparison_fkey
      foreign key (org_id, comparison_id) references comparisons not valid;
  end if;
end
$$;
alter table reports validate constraint reports_comparison_fkey;
create index concurrently if not exists reports_comparison on reports (org_id, comparison_id, id) where comparison_id is not null;

-- Whether a comparison, or what it compares, has changed since the given version of it. Null without a version.
create or replace function has_comparison_changed(org text, comparison uuid, seen integer) returns boolean
language sql stable as $$
  select c.version > seen
    or (seen is not null and (
      count_compared_changes(org, c.earlier_inspection_id) > c.earlier_change_count
      or count_compared_changes(org, c.later_inspection_id) > c.later_change_count))
  from comparisons c where c.org_id = org and c.id = comparison
$$;

-- Of a paper that shows pictures of an inspection that was deleted since, nothing is told any more.
create or replace function verify_report(report uuid)
returns table (id uuid, created_at timestamptz, sha256 text, content_sha256 text, is_signed boolean, is_latest boolean, is_outdated boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.created_at, r.sha256, r.content_sha256, r.is_signed,
    not exists (
      select from reports later
      where later.org_id = r.org_id and later.inspection_id = r.inspection_id and later.status = 'DONE' and later.id > r.id
        and later.comparison_id is not distinct from r.comparison_id),
    case when r.comparison_id is null then count_changes(r.org_id, r.inspection_id) > r.change_count
      else has_comparison_changed(r.org_id, r.comparison_id, r.comparison_version) end
  from reports r join inspections i on i.org_id = r.org_id and i.id = r.inspection_id
  left join comparisons c on c.org_id = r.org_id and c.id = r.comparison_id
  left join inspections e on e.org_id = c.org_id and e.id = c.earlier_inspection_id
  where r.id = report and r.status = 'DONE' and r.source = 'generated' and i.deleted_at is null
    and c.deleted_at is null and (e.deleted_at is null or e.deleted_at < r.created_at)
$$;
