-- How many inspections there are, without counting them: every change adds a row here and never waits for another.
-- The worker folds the rows of a group into one; the sum is exact at any moment.
create table inspection_counts (
  org_id text not null,
  id bigint generated always as identity,
  owner_id text not null,
  status text not null,
  deleted boolean not null,
  amount bigint not null,
  primary key (org_id, id)
);
create index inspection_counts_group on inspection_counts (org_id, owner_id, status, deleted) include (amount);

create function count_inspection() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.owner_id, new.status, new.deleted_at is null) = (old.owner_id, old.status, old.deleted_at is null) then
      return null;
    end if;
    insert into inspection_counts (org_id, owner_id, status, deleted, amount)
    values (old.org_id, old.owner_id, old.status, old.deleted_at is not null, -1);
  end if;
  insert into inspection_counts (org_id, owner_id, status, deleted, amount)
  values (new.org_id, new.owner_id, new.status, new.deleted_at is not null, 1);
  return null;
end $$;

create trigger count_inspection after insert or update on inspections
  for each row execute function count_inspection();

insert into inspection_counts (org_id, owner_id, status, deleted, amount)
select org_id, owner_id, status, deleted_at is not null, count(*)
from inspections group by org_id, owner_id, status, deleted_at is not null;

-- Folds over all organizations; returns nothing but by how many rows the table shrank. Rows another fold holds are left to it.
create function fold_inspection_counts(most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  folded bigint;
begin
  with taken as (
    select c.org_id, c.id from inspection_counts c
    where (c.org_id, c.owner_id, c.status, c.deleted) in (
      select g.org_id, g.owner_id, g.status, g.deleted from inspection_counts g
      group by g.org_id, g.owner_id, g.status, g.deleted having count(*) > 1
    )
    -- Whole groups, one after the other: rows of a group taken in different passes would never meet.
    order by c.org_id, c.owner_id, c.status, c.deleted limit most for update skip locked
  ), gone as (
    delete from inspection_counts c using taken t where c.org_id = t.org_id and c.id = t.id
    returning c.org_id, c.owner_id, c.status, c.deleted, c.amount
  ), sums as (
    insert into inspection_counts (org_id, owner_id, status, deleted, amount)
    select org_id, owner_id, status, deleted, sum(amount) from gone
    group by org_id, owner_id, status, deleted having sum(amount) <> 0
    returning 1
  )
  select (select count(*) from gone) - (select count(*) from sums) into folded;
  return folded;
end $$;
revoke all on function fold_inspection_counts from public;
grant execute on function fold_inspection_counts to walkaround_app;

alter table inspection_counts enable row level security;
create policy organization on inspection_counts using (org_id = current_setting('walkaround.org_id', true));
grant select, insert on inspection_counts to walkaround_app;
