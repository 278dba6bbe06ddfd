-- no transaction
-- People look for a vehicle by how its plate or VIN begins, and type it as they like. These hold both without signs,
-- spaces and small letters. They are columns, because row-level security lets no expression into an index scan, and in
-- the order of bytes, so that a beginning is a range. To add them would write the table anew and hold it up meanwhile; so a
-- table that has them is filled beside it, and takes its place.
create or replace function search_key(term text) returns text language sql immutable strict parallel safe
  return nullif(upper(regexp_replace(term, '[^[:alnum:]]', '', 'g')), '');

create or replace function copy_vehicle() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from vehicles_next where org_id = new.org_id and inspection_id = new.inspection_id;
  insert into vehicles_next select new.*;
  return null;
end $$;

do $$
begin
  if to_regclass('vehicles_next') is not null
    or exists (select from pg_attribute where attrelid = 'vehicles'::regclass and attname = 'plate_key')
  then
    return;
  end if;
  create table vehicles_next (
    like vehicles including defaults including constraints,
    plate_key text collate "C" generated always as (search_key(plate)) stored,
    vin_key text collate "C" generated always as (search_key(vin)) stored,
    primary key (org_id, inspection_id)
  );
  create index vehicles_next_vin on vehicles_next (org_id, vin, inspection_id) where vin is not null;
  create index vehicles_next_plate on vehicles_next (org_id, plate, inspection_id) where plate is not null;
  create index vehicles_next_plate_key on vehicles_next (org_id, plate_key, inspection_id) where plate_key is not null;
  create index vehicles_next_vin_key on vehicles_next (org_id, vin_key, inspection_id) where vin_key is not null;
  create trigger raise_version before update on vehicles_next for each row execute function raise_version();
  alter table vehicles_next enable row level security;
  create policy organization on vehicles_next using (org_id = current_setting('walkaround.org_id', true));
  grant select, insert, update on vehicles_next to walkaround_app;
  -- From now on whatever is written to the one is written to the other.
  create trigger copy_vehicle after insert or update on vehicles for each row execute function copy_vehicle();
end $$;

-- Some at a time, so that nobody waits for long. A row is locked while it is copied: who changes it then waits for the copy, and
-- the trigger finds it. Safe to call again.
create or replace procedure copy_old_vehicles(most integer) language plpgsql as $$
declare
  place record;
  next record;
begin
  if to_regclass('vehicles_next') is null then
    return;
  end if;
  select ''::text as org_id, '00000000-0000-0000-0000-000000000000'::uuid as inspection_id into place;
  loop
    with batch as materialized (
      select v.* from vehicles v where (v.org_id, v.inspection_id) > (place.org_id, place.inspection_id)
      order by v.org_id, v.inspection_id limit most for update
    ), copied as (
      insert into vehicles_next select * from batch on conflict do nothing
    )
    select b.org_id, b.inspection_id into next from batch b order by b.org_id desc, b.inspection_id desc limit 1;
    exit when next.inspection_id is null;
    place := next;
    commit;
  end loop;
  analyze vehicles_next;
end $$;
-- Whatever the statistics say: every batch goes along an index, and the table may be long.
set enable_seqscan = off;
call copy_old_vehicles(500);
reset enable_seqscan;
drop procedure copy_old_vehicles;

-- Until now the foreign key of the other table has held for both. All rows at once, beside the writers.
do $$
begin
  if to_regclass('vehicles_next') is not null
    and not exists (select from pg_constraint where conrelid = to_regclass('vehicles_next') and contype = 'f')
  then
    alter table vehicles_next add constraint vehicles_org_id_inspection_id_fkey
      foreign key (org_id, inspection_id) references inspections not valid;
  end if;
end $$;
do $$
begin
  if to_regclass('vehicles_next') is not null then
    alter table vehicles_next validate constraint vehicles_org_id_inspection_id_fkey;
  end if;
end $$;

do $$
begin
  if to_regclass('vehicles_next') is null then
    return;
  end if;
  lock table vehicles in access exclusive mode;
  drop table vehicles;
  alter table vehicles_next rename to vehicles;
  alter index vehicles_next_pkey rename to vehicles_pkey;
  alter index vehicles_next_vin rename to vehicles_vin;
  alter index vehicles_next_plate rename to vehicles_plate;
  alter index vehicles_next_plate_key rename to vehicles_plate_key;
  alter index vehicles_next_vin_key rename to vehicles_vin_key;
end $$;
drop function if exists copy_vehicle;
