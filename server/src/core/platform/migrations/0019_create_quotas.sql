-- What an organization may use, and what it uses (ADR 0032).

-- What the operator allows one organization. Null, or no row: the default of the installation.
create table quotas (
  org_id text primary key,
  bytes_stored_max bigint check (bytes_stored_max >= 0),
  inspections_per_day_max bigint check (inspections_per_day_max >= 0),
  uploads_in_flight_max bigint check (uploads_in_flight_max >= 0),
  requests_per_minute_max bigint check (requests_per_minute_max >= 0),
  webhook_endpoints_max bigint check (webhook_endpoints_max >= 0),
  version integer not null default 0,
  updated_at timestamptz,
  updated_by text
);
create trigger raise_version before update on quotas for each row execute function raise_version();
alter table quotas enable row level security;
create policy organization on quotas using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on quotas to walkaround_app;

-- A ledger in the manner of inspection_counts (ADR 0015): every change adds a row and waits for nobody; the sum is exact.
create table quota_usage (
  org_id text not null,
  id bigint generated always as identity,
  quota text not null check (quota in ('bytes_stored', 'inspections_per_day')),
  -- In UTC, by the clock of the database. -infinity for what is not counted by the day.
  day date not null default '-infinity',
  amount bigint not null,
  primary key (org_id, id)
);
create index quota_usage_group on quota_usage (org_id, quota, day) include (amount);
alter table quota_usage enable row level security;
create policy organization on quota_usage using (org_id = current_setting('walkaround.org_id', true));
grant select, insert on quota_usage to walkaround_app;

-- Of picture.jpg and working.jpg; null for pictures of earlier versions, whose originals alone are counted.
alter table images add column derived_bytes integer check (derived_bytes >= 0);
-- Rows from before this migration read false and are added by backfill_quota_usage; all later ones are counted by a trigger.
alter table images add column is_counted boolean not null default false;
alter table images alter column is_counted set default true;
alter table reports add column is_counted boolean not null default false;
alter table reports alter column is_counted set default true;

create function count_image_bytes() returns trigger language plpgsql as $$
begin
  insert into quota_usage (org_id, quota, amount)
  values (new.org_id, 'bytes_stored', new.binary_size + coalesce(new.derived_bytes, 0));
  return null;
end $$;
-- After: an insert that gives way to a duplicate counts nothing.
create trigger count_image_bytes after insert on images for each row execute function count_image_bytes();

create function count_report_bytes() returns trigger language plpgsql as $$
begin
  if new.size_bytes is not null and (tg_op = 'INSERT' or old.size_bytes is null) then
    insert into quota_usage (org_id, quota, amount) values (new.org_id, 'bytes_stored', new.size_bytes);
    new.is_counted := true;
  end if;
  return new;
end $$;
create trigger count_report_bytes before insert or update of size_bytes on reports
  for each row execute function count_report_bytes();

create function count_inspection_of_day() returns trigger language plpgsql as $$
begin
  insert into quota_usage (org_id, quota, day, amount)
  values (new.org_id, 'inspections_per_day', (now() at time zone 'UTC')::date, 1);
  return null;
end $$;
create trigger count_inspection_of_day after insert on inspections
  for each row execute function count_inspection_of_day();

-- How far the rows from before are added. One row for each table; no row: done.
create table quota_backfill (
  source text primary key check (source in ('images', 'reports')),
  after_org text not null default '',
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into quota_backfill (source) values ('images'), ('reports');

-- Adds the next rows from before; returns 0 when there are none left.
create function backfill_quota_usage(most integer) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  place quota_backfill;
  last record;
begin
  select * into place from quota_backfill order by source limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  with batch as materialized (
    (select org_id, id, binary_size::bigint as bytes, is_counted from images
     where place.source = 'images' and (org_id, id) > (place.after_org, place.after_id) order by org_id, id limit most)
    union all
    (select org_id, id, size_bytes, is_counted from reports
     where place.source = 'reports' and (org_id, id) > (place.after_org, place.after_id) order by org_id, id limit most)
  ), added as (
    insert into quota_usage (org_id, quota, amount)
    select org_id, 'bytes_stored', sum(bytes) from batch where not is_counted and bytes is not null group by org_id
  )
  select org_id, id into last from batch order by org_id desc, id desc limit 1;
  if last.id is null then
    delete from quota_backfill where source = place.source;
  else
    update quota_backfill set after_org = last.org_id, after_id = last.id where source = place.source;
  end if;
  return 1;
end $$;
revoke all on function backfill_quota_usage from public;
grant execute on function backfill_quota_usage to walkaround_app;

-- Folds over all organizations and forgets days that are over; returns by how many rows the table shrank.
create function fold_quota_usage(most integer) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  folded bigint;
begin
  with taken as (
    select c.org_id, c.id from quota_usage c
    where (c.org_id, c.quota, c.day) in (
      select g.org_id, g.quota, g.day from quota_usage g
      group by g.org_id, g.quota, g.day
      having count(*) > 1 or (g.day > '-infinity' and g.day < (now() at time zone 'UTC')::date - 7)
    )
    -- Whole groups, one after the other: rows of a group taken in different passes would never meet.
    order by c.org_id, c.quota, c.day limit most for update skip locked
  ), gone as (
    delete from quota_usage c using taken t where c.org_id = t.org_id and c.id = t.id
    returning c.org_id, c.quota, c.day, c.amount
  ), sums as (
    insert into quota_usage (org_id, quota, day, amount)
    select org_id, quota, day, sum(amount) from gone
    where day = '-infinity' or day >= (now() at time zone 'UTC')::date - 7
    group by org_id, quota, day having sum(amount) <> 0
    returning 1
  )
  select (select count(*) from gone) - (select count(*) from sums) into folded;
  return folded;
end $$;
revoke all on function fold_quota_usage from public;
grant execute on function fold_quota_usage to walkaround_app;

-- The requests of the current minute, of all processes. Lost in a crash of the database, which costs a minute's count.
create unlogged table request_minutes (
  org_id text primary key,
  minute timestamptz not null default now(),
  used bigint not null default 0
) with (fillfactor = 50);
alter table request_minutes enable row level security;
create policy organization on request_minutes using (org_id = current_setting('walkaround.org_id', true));
grant select on request_minutes to walkaround_app;

-- Gives a process its next requests of the minute, for several organizations at once. `spent` were let through before
-- and always count; of `wanted` it grants no more than half of what is left, so that other processes find some too.
create function lease_requests(org_ids text[], spent bigint[], wanted bigint[], requests_max bigint)
returns table (
  org text, granted bigint, requests_used bigint, ms_left bigint,
  bytes_stored_max bigint, inspections_per_day_max bigint, uploads_in_flight_max bigint,
  requests_per_minute_max bigint, webhook_endpoints_max bigint,
  bytes_stored bigint, inspections_per_day bigint, day_ms_left bigint
)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  asked record;
  kept request_minutes;
  quota quotas;
  now_at timestamptz;
begin
  -- In one order, so that two processes never wait for each other.
  for asked in select a.org, a.spent, a.wanted from unnest(org_ids, spent, wanted) as a(org, spent, wanted) order by a.org loop
    insert into request_minutes (org_id) values (asked.org) on conflict (org_id) do nothing;
    select * into kept from request_minutes where org_id = asked.org for update;
    select * into quota from quotas where org_id = asked.org;
    now_at := clock_timestamp();
    if kept.minute <> date_trunc('minute', now_at) then
      kept.used := 0;
    end if;
    requests_used := kept.used + asked.spent;
    granted := least(
      asked.wanted,
      ceil(greatest(0, coalesce(quota.requests_per_minute_max, requests_max) - requests_used) / 2.0)
    );
    requests_used := requests_used + granted;
    update request_minutes set minute = date_trunc('minute', now_at), used = requests_used where org_id = asked.org;
    org := asked.org;
    ms_left := 60000 - extract(epoch from now_at - date_trunc('minute', now_at)) * 1000;
    bytes_stored_max := quota.bytes_stored_max;
    inspections_per_day_max := quota.inspections_per_day_max;
    uploads_in_flight_max := quota.uploads_in_flight_max;
    requests_per_minute_max := quota.requests_per_minute_max;
    webhook_endpoints_max := quota.webhook_endpoints_max;
    select coalesce(sum(u.amount), 0) into bytes_stored
    from quota_usage u where u.org_id = asked.org and u.quota = 'bytes_stored';
    select coalesce(sum(u.amount), 0) into inspections_per_day
    from quota_usage u
    where u.org_id = asked.org and u.quota = 'inspections_per_day' and u.day = (now_at at time zone 'UTC')::date;
    day_ms_left := 86400000 - extract(epoch from (now_at at time zone 'UTC') - date_trunc('day', now_at at time zone 'UTC')) * 1000;
    return next;
  end loop;
end $$;
revoke all on function lease_requests from public;
grant execute on function lease_requests to walkaround_app;
