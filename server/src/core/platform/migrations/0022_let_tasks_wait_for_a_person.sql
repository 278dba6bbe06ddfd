-- A started task that only a person can do has no jobs. Once nothing else is left, the inspection is DONE: it waits for
-- its review, and no longer for a machine.

-- Set with each start; null while the task was never started, and where the previous version started it.
alter table tasks add column waits_for_person boolean;

create or replace function check_task_transition() returns trigger language plpgsql as $$
begin
  if new.status = old.status and new.generation = old.generation then
    return new;
  end if;
  if (old.status, new.status) in (('NOT_STARTED', 'TODO'), ('ERROR', 'TODO'))
     and new.generation = old.generation + 1 then
    -- The previous version does not say so; these are the tasks it gives to a person.
    new.waits_for_person := coalesce(new.waits_for_person, new.name in ('human_in_the_loop', 'dashboard_ocr'));
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

create or replace function record_task_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into task_transitions (org_id, task_id, generation, to_status)
    values (new.org_id, new.id, new.generation, new.status);
  elsif new.status <> old.status then
    insert into task_transitions (org_id, task_id, generation, from_status, to_status)
    values (new.org_id, new.id, new.generation, old.status, new.status);
  elsif new.waits_for_person is not distinct from old.waits_for_person then
    return null;
  end if;
  -- The lock comes before the count: of two tasks that end at once, the second sees the first.
  perform 1 from inspections where org_id = new.org_id and id = new.inspection_id for no key update;
  update inspections set status = derived.status
  from (
    select case
      when bool_or(status = 'ERROR') then 'ERROR'
      when bool_and(status = 'VALIDATED') then 'VALIDATED'
      -- A person's task passes through IN_PROGRESS on its way to DONE, within one transaction.
      when bool_and(status in ('DONE', 'VALIDATED')
                    or (status in ('TODO', 'IN_PROGRESS') and waits_for_person is true)) then 'DONE'
      when bool_and(status = 'NOT_STARTED') then 'NOT_STARTED'
      else 'IN_PROGRESS' end as status
    from tasks where org_id = new.org_id and inspection_id = new.inspection_id
  ) derived
  where inspections.org_id = new.org_id and inspections.id = new.inspection_id
    and inspections.status <> derived.status;
  return null;
end $$;

-- Marks the tasks that wait already, some at a time; called by the next migration. Safe to call again.
create procedure mark_waiting_tasks(most integer) language plpgsql as $$
declare
  place record;
  next record;
begin
  select ''::text as org_id, '00000000-0000-0000-0000-000000000000'::uuid as id into place;
  loop
    with batch as materialized (
      select t.org_id, t.id from tasks t
      where (t.org_id, t.id) > (place.org_id, place.id) order by t.org_id, t.id limit most
    ), marked as (
      update tasks t set waits_for_person = true from batch b
      where t.org_id = b.org_id and t.id = b.id and t.waits_for_person is null
        and t.status in ('TODO', 'IN_PROGRESS') and t.name in ('human_in_the_loop', 'dashboard_ocr')
    )
    select b.org_id, b.id into next from batch b order by b.org_id desc, b.id desc limit 1;
    exit when next.id is null;
    place := next;
    commit;
  end loop;
end $$;
