-- Which version of the later inspection's estimate the paper of a comparison knows of; 0: there was none. Null: not recorded.
alter table reports add column estimate_version integer;

-- As before, and whether the charges may be others: they come from the estimate of the later inspection.
create function has_comparison_changed(org text, comparison uuid, seen integer, estimate_seen integer, done timestamptz)
returns boolean
language sql stable as $$
  select has_comparison_changed(org, comparison, seen) or (seen is not null and exists (
    select from comparisons c join estimates e on e.org_id = c.org_id and e.inspection_id = c.later_inspection_id
    where c.org_id = org and c.id = comparison
      and case when estimate_seen is null then e.created_at > done else e.version > estimate_seen end))
$$;

create or replace function verify_report(report uuid)
returns table (id uuid, created_at timestamptz, sha256 text, content_sha256 text, is_signed boolean, is_latest boolean, is_outdated boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.created_at, r.sha256, r.content_sha256, r.is_signed,
    not exists (
      select from reports later
      where later.org_id = r.org_id and later.inspection_id = r.inspection_id and later.status = 'DONE' and later.id > r.id
        and later.comparison_id is not distinct from r.comparison_id),
    case when r.comparison_id is null then count_changes(r.org_id, r.inspection_id) > r.change_count
      else has_comparison_changed(r.org_id, r.comparison_id, r.comparison_version, r.estimate_version, r.done_at) end
  from reports r join inspections i on i.org_id = r.org_id and i.id = r.inspection_id
  left join comparisons c on c.org_id = r.org_id and c.id = r.comparison_id
  left join inspections e on e.org_id = c.org_id and e.id = c.earlier_inspection_id
  where r.id = report and r.status = 'DONE' and r.source = 'generated' and i.deleted_at is null
    and c.deleted_at is null and (e.deleted_at is null or e.deleted_at < r.created_at)
$$;
