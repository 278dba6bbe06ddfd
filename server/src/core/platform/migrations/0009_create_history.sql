-- Who corrected what, when and why, and what it takes to undo a delete.

alter table events
  -- `algo` for a model, else who it was. Null in events from before it was recorded.
  add column created_by text,
  add column reason text check (char_length(reason) <= 1000),
  -- Of the thing the event is about, after the change. Null where the event changes none that has a version.
  add column item_version integer check (item_version > 0),
  -- {field: {before, after}}
  add column changes jsonb;

alter table damages
  add column is_user_modified boolean not null default false,
  add column confirmed_by text,
  add column confirmed_at timestamptz,
  add check ((confirmed_by is null) = (confirmed_at is null));

alter table views
  add column is_user_modified boolean not null default false,
  -- Deleted because its damage was: the restored damage brings back these and no others.
  add column deleted_with_damage boolean not null default false;
-- A view of a deleted damage cannot be deleted again, so those that went with it are not older than its deletion.
update views set deleted_with_damage = true from damages
  where damages.org_id = views.org_id and damages.id = views.damage_id and views.deleted_at >= damages.deleted_at;

-- A damage moves to another part.
grant delete on damage_parts to walkaround_app;
