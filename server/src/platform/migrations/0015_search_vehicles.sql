-- People look for a vehicle by how its plate or VIN begins, and type it as they like. These hold both without signs,
-- spaces and small letters. They are columns, because row-level security lets no expression into an index scan, and in
-- the order of bytes, so that a beginning is a range. Adding them writes the table anew and holds it up meanwhile.
create function search_key(term text) returns text language sql immutable strict parallel safe
  return nullif(upper(regexp_replace(term, '[^[:alnum:]]', '', 'g')), '');

alter table vehicles
  add column plate_key text collate "C" generated always as (search_key(plate)) stored,
  add column vin_key text collate "C" generated always as (search_key(vin)) stored;
create index vehicles_plate_key on vehicles (org_id, plate_key, inspection_id) where plate_key is not null;
create index vehicles_vin_key on vehicles (org_id, vin_key, inspection_id) where vin_key is not null;
