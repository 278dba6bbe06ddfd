-- A task that is over can be run again, as a new generation. What people decided stays; findings that nobody touched make
-- way for those of the new run. The results of every run stay in task_results.

create or replace function check_task_transition() returns trigger language plpgsql as $$
begin
  if new.status = old.status and new.generation = old.generation then
    return new;
  end if;
  if (old.status, new.status) in (('NOT_STARTED', 'TODO'), ('ERROR', 'TODO'), ('DONE', 'TODO'), ('VALIDATED', 'TODO'))
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

-- What a later run found in its place. Such rows keep their numbers and are shown to nobody.
alter table damages add column is_replaced boolean not null default false;
alter table views add column is_replaced boolean not null default false;
grant delete on rendered_outputs, wheel_analyses, documents to walkaround_app;

-- The side of the vehicle that a person says a picture shows; it counts more than the sight or the angle of the client.
alter table images add column seen_from text;
-- Not validated: no row has one yet, and a scan would hold up the table.
alter table images add constraint images_seen_from check (seen_from in
  ('front', 'front_left', 'left', 'back_left', 'back', 'back_right', 'right', 'front_right')) not valid;
