-- no transaction
-- Damages and pictures are called by a number, on screens, on paper and by programs. Each inspection counts its own from 1;
-- a number is given once, in the order of creation, never changes and is not given again when its row is deleted.
-- 0 stands for a row from before there were numbers, until the last lines give it one.
alter table damages add column if not exists number integer not null default 0;
alter table images add column if not exists number integer not null default 0;

-- Rows stay when they are deleted, so the highest number is the last one given. Rows that still wait for theirs come first:
-- they are counted. The database does it, because the previous version inserts rows, too. The lock is let go with the
-- transaction: two rows of one inspection wait for each other.
create or replace function give_number() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(
    'number ' || tg_table_name || ' ' || new.org_id || ' ' || new.inspection_id, 0));
  execute format(
    'select greatest(coalesce(max(number), 0), count(*)) + 1 from %I where org_id = $1 and inspection_id = $2',
    tg_table_name) into new.number using new.org_id, new.inspection_id;
  return new;
end $$;
create or replace trigger give_number before insert on damages for each row execute function give_number();
create or replace trigger give_number before insert on images for each row execute function give_number();

create or replace function keep_number() returns trigger language plpgsql as $$
begin
  raise exception '% % keeps its number', tg_table_name, old.id;
end $$;
create or replace trigger keep_number before update of number on damages
  for each row when (old.number > 0 and new.number <> old.number) execute function keep_number();
create or replace trigger keep_number before update of number on images
  for each row when (old.number > 0 and new.number <> old.number) execute function keep_number();

-- To be given a number is no change that a client could miss.
create or replace trigger raise_version before update on damages
  for each row when (old.number = new.number) execute function raise_version();
create or replace trigger raise_version before update on images
  for each row when (old.number = new.number) execute function raise_version();

-- Some inspections at a time, so that nobody waits for long.
create or replace procedure number_old_rows(most integer) language plpgsql as $$
declare
  last_org text := '';
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  orgs text[];
  ids uuid[];
begin
  loop
    select array_agg(org_id order by org_id, id), array_agg(id order by org_id, id) into orgs, ids from (
      select org_id, id from inspections where (org_id, id) > (last_org, last_id) order by org_id, id limit most) next;
    exit when ids is null;
    update damages set number = waiting.number from (
      select org_id, id, row_number() over (partition by org_id, inspection_id order by created_at, id) as number
      from damages where number = 0 and (org_id, inspection_id) in (select * from unnest(orgs, ids))) waiting
    where damages.org_id = waiting.org_id and damages.id = waiting.id;
    update images set number = waiting.number from (
      select org_id, id, row_number() over (partition by org_id, inspection_id order by created_at, id) as number
      from images where number = 0 and (org_id, inspection_id) in (select * from unnest(orgs, ids))) waiting
    where images.org_id = waiting.org_id and images.id = waiting.id;
    last_org := orgs[array_length(orgs, 1)];
    last_id := ids[array_length(ids, 1)];
    commit;
  end loop;
end $$;
call number_old_rows(50);
drop procedure if exists number_old_rows;
create unique index concurrently if not exists damages_number on damages (org_id, inspection_id, number);
create unique index concurrently if not exists images_number on images (org_id, inspection_id, number);
