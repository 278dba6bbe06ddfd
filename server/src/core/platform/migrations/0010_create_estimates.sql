-- What a repair costs, worked out from the damages by rules and tables. Another version whenever the outcome changes;
-- none is ever written over.
create table estimates (
  org_id text not null,
  inspection_id uuid not null,
  id uuid not null,
  version integer not null check (version > 0),
  created_at timestamptz not null default now(),
  created_by text not null,
  -- Every line with the rule and the table row that made it.
  content jsonb not null,
  primary key (org_id, id),
  unique (org_id, inspection_id, version),
  foreign key (org_id, inspection_id) references inspections
);
alter table estimates enable row level security;
create policy organization on estimates using (org_id = current_setting('walkaround.org_id', true));
grant select, insert on estimates to walkaround_app;

-- Which of `pricing`, `level` and `repair_operation` a person has set. The others follow the estimate. Every price
-- written before there were estimates is a person's.
alter table pricings
  add column person_fields text[] not null default '{}',
  -- What of the amount is for new pieces, as far as the estimate knows.
  add column pieces_minor bigint check (pieces_minor >= 0);
update pricings set person_fields = '{pricing,level,repair_operation}';
