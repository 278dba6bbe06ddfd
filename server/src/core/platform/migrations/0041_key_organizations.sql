-- Encryption at rest by organization (ADR 0061).
-- The keys of each organization, wrapped with a key of the operator. One of them encrypts; the retired ones only open what they encrypted.
create table organization_keys (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  -- Null once it is destroyed: then nobody opens anything that it encrypted.
  wrapped text,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  destroyed_at timestamptz,
  -- While everything of the organization is brought under this key: the objects that are being written now, and the last one that is done.
  resealing text[],
  resealed_after text not null default '',
  primary key (org_id, id),
  check ((wrapped is null) = (destroyed_at is not null)),
  check (destroyed_at is null or retired_at is not null)
);
create unique index organization_keys_current on organization_keys (org_id) where retired_at is null;
alter table organization_keys enable row level security;
create policy organization on organization_keys using (org_id = current_setting('walkaround.org_id', true));
grant select, insert (org_id, id, wrapped) on organization_keys to walkaround_app;

-- One row, once organizations get keys. A process of the previous version cannot read what these encrypt, so an installation that has
-- inspections waits until its operator says that none is left (`walkaround rekey`). A new one has nothing to wait for.
create table encryption (
  is_on boolean not null primary key default true check (is_on),
  begun_at timestamptz not null default now()
);
grant select on encryption to walkaround_app;
insert into encryption (is_on) select true where not exists (select from inspections);

-- Whoever destroys the keys of an organization gets the receipt of an erasure.
alter table erasures drop constraint if exists erasures_subject_check;
alter table erasures add constraint erasures_subject_check
  check (subject in ('inspection', 'vehicle', 'capture_link', 'receipt', 'rule', 'originals', 'reports', 'keys')) not valid;

-- A text that is sealed with another key is no change that a client could have missed.
create or replace function raise_version() returns trigger language plpgsql as $$
begin
  if current_setting('walkaround.resealing', true) = 'on' then
    return new;
  end if;
  new.version := old.version + 1;
  return new;
end $$;
