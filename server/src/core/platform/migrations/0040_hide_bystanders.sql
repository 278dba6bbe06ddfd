-- The places of a picture that people don't see (ADR 0062). Null: no model has looked at it yet.
alter table images add column hidden jsonb;
alter table objection_pictures add column hidden jsonb;
grant update (hidden) on objection_pictures to walkaround_app;

-- What an organization hides. No row: bystanders are hidden, and the plate of the inspected vehicle is shown.
create table picture_settings (
  org_id text not null primary key,
  hides_bystanders boolean not null default true,
  keeps_own_plate boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create trigger raise_version before update on picture_settings for each row execute function raise_version();
alter table picture_settings enable row level security;
create policy organization on picture_settings using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on picture_settings to walkaround_app;

-- Neither a look at a picture nor the opening of its original changes anything that a report says.
create or replace function count_changes(org text, inspection uuid) returns bigint
language sql stable as $$
  select count(*) from events
  where org_id = org and inspection_id = inspection and type not like 'report.%' and type not like 'task.replay%'
    and type not like 'comparison.%' and type not like 'objection%'
    and type not in ('image.bystanders_found', 'image.original_opened')
$$;
