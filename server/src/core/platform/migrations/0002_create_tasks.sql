create table tasks (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null default 'NOT_STARTED'
    check (status in ('NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED')),
  -- Goes up by one with each start; what a run of an earlier generation writes has no effect.
  generation integer not null default 0,
  start_when_ready boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  done_at timestamptz,
  arguments jsonb not null default '{}',
  callbacks jsonb not null default '[]',
  error_messages jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, inspection_id, name),
  foreign key (org_id, inspection_id) references inspections,
  check (created_at <= started_at),
  check (started_at <= done_at)
);

create table task_runs (
  org_id text not null,
  task_id uuid not null,
  generation integer not null,
  inspection_id uuid not null,
  image_ids uuid[] not null,
  finish_job_id uuid,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text check (outcome in ('DONE', 'ERROR')),
  primary key (org_id, task_id, generation),
  foreign key (org_id, task_id) references tasks,
  check ((ended_at is null) = (outcome is null))
);

-- What each task went through, written by the database itself.
create table task_transitions (
  org_id text not null,
  task_id uuid not null,
  id bigint generated always as identity,
  generation integer not null,
  from_status text,
  to_status text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (org_id, task_id, id),
  foreign key (org_id, task_id) references tasks
);

create function check_task_transition() returns trigger language plpgsql as $$
begin
  if new.status = old.status and new.generation = old.generation then
    return new;
  end if;
  if (old.status, new.status) in (('NOT_STARTED', 'TODO'), ('ERROR', 'TODO'))
     and new.generation = old.generation + 1 then
    return new;
  end if;
  if (old.status, new.status) in (('TODO', 'IN_PROGRESS'), ('IN_PROGRESS', 'DONE'), ('DONE', 'VALIDATED'),
                                  ('TODO', 'ERROR'), ('IN_PROGRESS', 'ERROR'))
     and new.generation = old.generation then
    return new;
  end if;
  raise exception 'task % cannot go from % (generation %) to % (generation %)',
    old.id, old.status, old.generation, new.status, new.generation using errcode = 'check_violation';
end $$;

create function record_task_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into task_transitions (org_id, task_id, generation, to_status)
    values (new.org_id, new.id, new.generation, new.status);
  elsif new.status <> old.status then
    insert into task_transitions (org_id, task_id, generation, from_status, to_status)
    values (new.org_id, new.id, new.generation, old.status, new.status);
  else
    return null;
  end if;
  -- The lock comes before the count: of two tasks that end at once, the second sees the first.
  perform 1 from inspections where org_id = new.org_id and id = new.inspection_id for no key update;
  update inspections set status = derived.status
  from (
    select case
      when bool_or(status = 'ERROR') then 'ERROR'
      when bool_and(status = 'VALIDATED') then 'VALIDATED'
      when bool_and(status in ('DONE', 'VALIDATED')) then 'DONE'
      when bool_and(status = 'NOT_STARTED') then 'NOT_STARTED'
      else 'IN_PROGRESS' end as status
    from tasks where org_id = new.org_id and inspection_id = new.inspection_id
  ) derived
  where inspections.org_id = new.org_id and inspections.id = new.inspection_id
    and inspections.status <> derived.status;
  return null;
end $$;

create trigger check_task_transition before update on tasks
  for each row execute function check_task_transition();
create trigger record_task_transition after insert or update on tasks
  for each row execute function record_task_transition();

alter table tasks enable row level security;
alter table task_runs enable row level security;
alter table task_transitions enable row level security;
create policy organization on tasks using (org_id = current_setting('walkaround.org_id', true));
create policy organization on task_runs using (org_id = current_setting('walkaround.org_id', true));
create policy organization on task_transitions using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on tasks, task_runs to walkaround_app;
grant select, insert on task_transitions to walkaround_app;
