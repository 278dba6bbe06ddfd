-- A time for the entries of the audit (ADR 0058): the oldest go, up to a checkpoint, and a signed receipt in the chain says so.
alter table retention_rules add column audit_days integer check (audit_days between 1 and 36500);
-- Which entries are to be gone, since when, and up to which they are.
alter table audit_heads add column removed_sequence bigint not null default 0;
alter table audit_heads add column removed_at timestamptz;
alter table audit_heads add column deleted_sequence bigint not null default 0;
create index audit_checkpoints_created on audit_checkpoints (org_id, created_at, sequence);

create or replace function organizations_with_rules() returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.org_id from retention_rules r
  where num_nonnulls(r.inspections_days, r.deleted_inspections_days, r.validated_inspections_days, r.originals_days, r.reports_days,
    r.audit_days) > 0
  order by random()
$$;

-- Lets every entry go up to that of a checkpoint, and adds the one that says so. Refuses what no rule of the organization lets go.
-- Returns how many go; 0 when they are gone already.
create function remove_audit_entries(up_to bigint, entry jsonb) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  of_org text := current_setting('walkaround.org_id', true);
  before bigint;
begin
  select h.removed_sequence into before from audit_heads h where h.org_id = of_org for update;
  if before >= up_to then
    return 0;
  end if;
  perform from audit_checkpoints c join retention_rules r on r.org_id = c.org_id
  where c.org_id = of_org and c.sequence = up_to and c.created_at < now() - make_interval(days => r.audit_days);
  if not found then
    raise exception 'no rule lets the audit go up to entry %', up_to;
  end if;
  update audit_heads h set removed_sequence = up_to, removed_at = now() where h.org_id = of_org;
  perform append_audit_entries(of_org, jsonb_build_array(entry));
  return up_to - before;
end $$;
revoke all on function remove_audit_entries from public;
grant execute on function remove_audit_entries to walkaround_app;

-- Over all organizations: deletes up to so many rows of one whose entries are to be gone. Returns how many; 0 when nothing is left.
create function delete_removed_audit_entries(amount integer) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  up_to bigint;
begin
  select * into head from audit_heads h where h.removed_sequence > h.deleted_sequence order by random() limit 1;
  if not found then
    return 0;
  end if;
  up_to := least(head.removed_sequence, head.deleted_sequence + amount);
  delete from audit_entries e
  where e.org_id = head.org_id and e.sequence > head.deleted_sequence and e.sequence <= up_to;
  -- Last, so that whoever adds entries waits for no deletion.
  update audit_heads h set deleted_sequence = greatest(h.deleted_sequence, up_to) where h.org_id = head.org_id;
  return up_to - head.deleted_sequence;
end $$;
revoke all on function delete_removed_audit_entries from public;
grant execute on function delete_removed_audit_entries to walkaround_app;

-- Whoever sends events again waits for an erasure, and then finds none of its events; an erasure waits for whoever was first.
-- Nobody who makes messages of new events waits for this.
create function wait_for_erasures() returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform from webhook_cursor for key share;
end $$;
revoke all on function wait_for_erasures from public;
grant execute on function wait_for_erasures to walkaround_app;
