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

-- Lists are searched by these two. The columns themselves, because row-level security lets no expression into an index
-- scan; so what would overflow the index, and is no VIN or plate, is cut as the interface now cuts it.
update vehicles set vin = left(vin, 100), plate = left(plate, 100) where length(vin) > 100 or length(plate) > 100;
create index if not exists vehicles_vin on vehicles (org_id, vin, inspection_id) where vin is not null;
create index if not exists vehicles_plate on vehicles (org_id, plate, inspection_id) where plate is not null;
