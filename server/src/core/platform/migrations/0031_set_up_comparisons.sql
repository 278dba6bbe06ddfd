-- Whether an organization wants returns to be compared by themselves. No row: it does not.
create table comparison_settings (
  org_id text not null primary key,
  compares_returns boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create trigger raise_version before update on comparison_settings for each row execute function raise_version();
alter table comparison_settings enable row level security;
create policy organization on comparison_settings using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on comparison_settings to walkaround_app;
