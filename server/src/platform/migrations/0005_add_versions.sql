-- A number that goes up with every change of a row, so that a client can refuse to overwrite what it has not seen.
alter table inspections add column version integer not null default 1;
alter table vehicles add column version integer not null default 1;
alter table tasks add column version integer not null default 1;
alter table images add column version integer not null default 1;

create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create trigger raise_version before update on inspections for each row execute function raise_version();
create trigger raise_version before update on vehicles for each row execute function raise_version();
create trigger raise_version before update on tasks for each row execute function raise_version();
create trigger raise_version before update on images for each row execute function raise_version();
create trigger raise_version before update on damages for each row execute function raise_version();
create trigger raise_version before update on views for each row execute function raise_version();
create trigger raise_version before update on pricings for each row execute function raise_version();

-- A picture that is sent twice is one image: same bytes, same place, same tasks.
alter table images add column duplicate_key text;
-- Building an index holds writers up. On a table of millions, build these three concurrently before, under these names.
create unique index if not exists images_duplicate on images (org_id, inspection_id, duplicate_key) where deleted_at is null;

-- Lists are searched by these two. A longer text than anybody searches for must not overflow the index.
create index if not exists vehicles_vin on vehicles (org_id, left(vin, 100), inspection_id) where vin is not null;
create index if not exists vehicles_plate on vehicles (org_id, left(plate, 100), inspection_id) where plate is not null;
