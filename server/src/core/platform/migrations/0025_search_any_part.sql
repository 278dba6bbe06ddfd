-- People look for a vehicle by the end of its VIN, or by any part of its plate, brand or model. Every part of a word begins
-- one of its endings, so the endings are kept, and a search is a range of them. Not pg_trgm: row-level security lets no LIKE
-- into an index scan.
create table vehicle_search_keys (
  org_id text not null,
  inspection_id uuid not null,
  key text collate "C" not null,
  -- In the order of a search; the index below is in the order of a list.
  primary key (org_id, key, inspection_id),
  foreign key (org_id, inspection_id) references vehicles
);
create index vehicle_search_keys_inspection on vehicle_search_keys (org_id, inspection_id, key);

alter table vehicle_search_keys enable row level security;
create policy organization on vehicle_search_keys using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, delete on vehicle_search_keys to walkaround_app;

-- The endings of a plate, of a VIN, and of brand and model together, none shorter than three signs unless it is the whole.
create function vehicle_search_keys_of(plate text, vin text, brand text, model text) returns setof text
language sql immutable parallel safe as $$
  select substr(words.key, n) from (
    select distinct left(search_key(given.word), 60) as key
    from unnest(array[plate, vin, concat(brand, model)]) as given (word)
  ) words, generate_series(1, greatest(length(words.key) - 2, 1)) n
  where words.key is not null
$$;

create function note_search_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.plate, new.vin, new.brand, new.model) is not distinct from (old.plate, old.vin, old.brand, old.model) then
      return null;
    end if;
    delete from vehicle_search_keys where org_id = new.org_id and inspection_id = new.inspection_id;
  end if;
  insert into vehicle_search_keys (org_id, inspection_id, key)
  select new.org_id, new.inspection_id, key
  from vehicle_search_keys_of(new.plate, new.vin, new.brand, new.model) key
  on conflict do nothing;
  return null;
end $$;
create trigger note_search_keys after insert or update on vehicles for each row execute function note_search_keys();

-- Notes the vehicles from before, some at a time; called by the next migration. Safe to call again.
create procedure note_old_search_keys(most integer) language plpgsql as $$
declare
  place record;
  next record;
begin
  select ''::text as org_id, '00000000-0000-0000-0000-000000000000'::uuid as inspection_id into place;
  loop
    with batch as materialized (
      select v.org_id, v.inspection_id, v.plate, v.vin, v.brand, v.model from vehicles v
      where (v.org_id, v.inspection_id) > (place.org_id, place.inspection_id)
      order by v.org_id, v.inspection_id limit most
    ), noted as (
      insert into vehicle_search_keys (org_id, inspection_id, key)
      select b.org_id, b.inspection_id, key from batch b, vehicle_search_keys_of(b.plate, b.vin, b.brand, b.model) key
      on conflict do nothing
    )
    select b.org_id, b.inspection_id into next from batch b order by b.org_id desc, b.inspection_id desc limit 1;
    exit when next.inspection_id is null;
    place := next;
    commit;
  end loop;
end $$;
