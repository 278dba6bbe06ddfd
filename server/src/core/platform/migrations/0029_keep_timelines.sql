-- no transaction: the inspections from before are entered batch after batch, so that no writer waits for long.
-- The inspections of one vehicle, under each key they share: 'V' and a VIN, 'P' and a plate, 'L' and an id for those that name
-- each other by related_inspection_id. An entry holds all that a timeline shows, so that a page is read from one index; the
-- rows of one vehicle lie far apart everywhere else. Texts are cut to what an index holds. Deleted inspections have no entries.
create table if not exists timeline_entries (
  org_id text not null,
  inspection_id uuid not null,
  key text collate "C" not null,
  owner_id text not null,
  created_at timestamptz not null,
  status text not null,
  inspection_type text,
  related_inspection_id uuid,
  vin text,
  plate text,
  brand text,
  model text,
  color text,
  vehicle_type text,
  primary key (org_id, inspection_id, key)
);
create index concurrently if not exists timeline_entries_page on timeline_entries (org_id, key, inspection_id)
  include (owner_id, created_at, status, inspection_type, related_inspection_id, vin, plate, brand, model, color, vehicle_type);
do $$
begin
  if not exists (select from pg_constraint where conrelid = 'timeline_entries'::regclass and contype = 'f') then
    alter table timeline_entries add foreign key (org_id, inspection_id) references inspections;
  end if;
  if not exists (select from pg_policy where polrelid = 'timeline_entries'::regclass) then
    create policy organization on timeline_entries using (org_id = current_setting('walkaround.org_id', true));
  end if;
end $$;
alter table timeline_entries enable row level security;
grant select, insert, update, delete on timeline_entries to walkaround_app;

-- The entries of an inspection under these keys; none if it is deleted.
create or replace function timeline_entries_of(of_org text, of_inspection uuid, keys text[]) returns setof timeline_entries
language sql stable as $$
  select i.org_id, i.id, k.key, i.owner_id, i.created_at, i.status, left(i.inspection_type, 50), i.related_inspection_id,
    left(v.vin, 50), left(v.plate, 50), left(v.brand, 50), left(v.model, 50), left(v.color, 50), left(v.vehicle_type, 50)
  from inspections i join vehicles v on v.org_id = i.org_id and v.inspection_id = i.id, unnest(keys) k (key)
  where i.org_id = of_org and i.id = of_inspection and i.deleted_at is null and k.key is not null
$$;

create or replace function timeline_key(kind text, term text) returns text language sql immutable parallel safe
  return kind || search_key(left(term, 50));

-- The key that linked inspections share, null for one that is linked to none.
create or replace function timeline_link(of_org text, of_inspection uuid) returns text language sql stable as $$
  select key from timeline_entries
  where org_id = of_org and inspection_id = of_inspection and key >= 'L' and key < 'M' limit 1
$$;

-- Locks: the vehicle and the inspection first, then what linked inspections share, then entries. So nobody waits in a circle.
create or replace function lock_timeline_link(of_org text, link text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(of_org || ' ' || link, 0))
$$;

-- Linked inspections are of one vehicle. One that lacks a VIN or a plate is entered under that of the others, unless these
-- differ. Beyond the newest 1,000 each has only its own.
create or replace function keep_linked_timeline(of_org text, link text) returns void language plpgsql as $$
declare
  linked record;
begin
  select case when min(m.vin) = max(m.vin) then min(m.vin) end as vin,
    case when min(m.plate) = max(m.plate) then min(m.plate) end as plate into linked
  from (
    select timeline_key('V', e.vin) as vin, timeline_key('P', e.plate) as plate from timeline_entries e
    where e.org_id = of_org and e.key = link order by e.inspection_id desc limit 1000
  ) m;
  with members as materialized (
    select e.* from timeline_entries e
    where e.org_id = of_org and e.key = link order by e.inspection_id desc limit 1000
  ), wanted as (
    select m.inspection_id, k.key from members m, unnest(array[link,
      coalesce(timeline_key('V', m.vin), linked.vin), coalesce(timeline_key('P', m.plate), linked.plate)]) k (key)
    where k.key is not null
  ), gone as (
    delete from timeline_entries e using members m
    where e.org_id = of_org and e.inspection_id = m.inspection_id
      and not exists (select from wanted w where w.inspection_id = e.inspection_id and w.key = e.key)
  )
  insert into timeline_entries
  select m.org_id, m.inspection_id, w.key, m.owner_id, m.created_at, m.status, m.inspection_type, m.related_inspection_id,
    m.vin, m.plate, m.brand, m.model, m.color, m.vehicle_type
  from wanted w join members m on m.inspection_id = w.inspection_id
  on conflict do nothing;
end $$;

create or replace function keep_timeline(of_org text, of_inspection uuid) returns void language plpgsql as $$
declare
  related uuid;
  link text;
  keys text[];
begin
  select i.related_inspection_id into related from inspections i
  where i.org_id = of_org and i.id = of_inspection for no key update;
  link := timeline_link(of_org, of_inspection);
  if link is null and related is not null then
    link := timeline_link(of_org, related);
    if link is null then
      perform from vehicles v where v.org_id = of_org and v.inspection_id = related for share;
      perform from inspections i where i.org_id = of_org and i.id = related for share;
      link := coalesce(timeline_link(of_org, related), 'L' || related);
    end if;
  end if;
  if link is not null then
    perform lock_timeline_link(of_org, link);
  end if;
  select array_remove(array[link, timeline_key('V', v.vin), timeline_key('P', v.plate)], null) into keys
  from vehicles v where v.org_id = of_org and v.inspection_id = of_inspection;
  -- One that shares nothing is alone on its timeline.
  if keys = '{}' then
    keys := array['L' || of_inspection];
  end if;
  delete from timeline_entries e where e.org_id = of_org and e.inspection_id = of_inspection;
  insert into timeline_entries select * from timeline_entries_of(of_org, of_inspection, keys);
  if link is not null then
    insert into timeline_entries select * from timeline_entries_of(of_org, related, array[link]) on conflict do nothing;
    perform keep_linked_timeline(of_org, link);
  end if;
end $$;

create or replace function keep_timeline_of_vehicle() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.vin, new.plate, new.brand, new.model, new.color, new.vehicle_type)
    is not distinct from (old.vin, old.plate, old.brand, old.model, old.color, old.vehicle_type)
  then
    return null;
  end if;
  perform keep_timeline(new.org_id, new.inspection_id);
  return null;
end $$;
create or replace trigger keep_timeline after insert or update on vehicles
  for each row execute function keep_timeline_of_vehicle();

create or replace function keep_timeline_of_inspection() returns trigger language plpgsql as $$
declare
  link text := timeline_link(new.org_id, new.id);
begin
  if old.deleted_at is distinct from new.deleted_at then
    perform keep_timeline(new.org_id, new.id);
    return null;
  end if;
  if link is not null then
    perform lock_timeline_link(new.org_id, link);
  end if;
  update timeline_entries set status = new.status where org_id = new.org_id and inspection_id = new.id;
  return null;
end $$;
create or replace trigger keep_timeline after update on inspections for each row
  when (old.status is distinct from new.status or old.deleted_at is distinct from new.deleted_at)
  execute function keep_timeline_of_inspection();

-- Enters the inspections from before, some at a time; each is locked while its batch is entered. Safe to call again.
create or replace procedure keep_old_timelines(most integer) language plpgsql as $$
declare
  place record;
  next record;
  orgs text[];
  ids uuid[];
begin
  select ''::text as org_id, '00000000-0000-0000-0000-000000000000'::uuid as inspection_id into place;
  loop
    select array_agg(b.org_id), array_agg(b.inspection_id) into orgs, ids from (
      select v.org_id, v.inspection_id from vehicles v
      where (v.org_id, v.inspection_id) > (place.org_id, place.inspection_id)
      order by v.org_id, v.inspection_id limit most
    ) b;
    exit when ids is null;
    perform from unnest(orgs, ids) b (org_id, id) join inspections i on i.org_id = b.org_id and i.id = b.id
    for no key update of i;
    insert into timeline_entries
    select e.* from unnest(orgs, ids) b (org_id, id)
      join vehicles v on v.org_id = b.org_id and v.inspection_id = b.id
      cross join lateral timeline_entries_of(b.org_id, b.id, coalesce(
        nullif(array_remove(array[timeline_key('V', v.vin), timeline_key('P', v.plate)], null), '{}'), array['L' || b.id])) e
    where e.related_inspection_id is null and not exists (
      select from timeline_entries o where o.org_id = b.org_id and o.inspection_id = b.id);
    for next in
      select b.org_id, b.id from unnest(orgs, ids) b (org_id, id) join inspections i on i.org_id = b.org_id and i.id = b.id
      where i.related_inspection_id is not null
    loop
      perform keep_timeline(next.org_id, next.id);
    end loop;
    select orgs[cardinality(orgs)] as org_id, ids[cardinality(ids)] as inspection_id into place;
    commit;
  end loop;
  analyze timeline_entries;
end $$;
-- Whatever the statistics say: every batch goes along an index, and the table may be long.
set enable_seqscan = off;
call keep_old_timelines(100);
reset enable_seqscan;
drop procedure keep_old_timelines;
