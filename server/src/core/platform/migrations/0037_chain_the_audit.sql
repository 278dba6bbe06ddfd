-- Who asked for what, and what came of it (ADR 0058). Each entry carries a hash over itself and the hash before, per organization.
-- The service may add entries by the function below and read them, and nothing else.
create table audit_entries (
  org_id text not null,
  sequence bigint not null,
  -- Milliseconds, and no finer: the hash is over these.
  created_at timestamptz not null,
  subject text not null,
  operation text not null,
  inspection_id uuid,
  object_id uuid,
  status integer not null,
  reason text,
  request_id text,
  hash text not null,
  primary key (org_id, sequence)
);
create index audit_entries_inspection on audit_entries (org_id, inspection_id, sequence) where inspection_id is not null;
create index audit_entries_subject on audit_entries (org_id, subject, sequence);
create index audit_entries_operation on audit_entries (org_id, operation, sequence);

-- The last entry of each organization: whoever adds the next one waits here.
create table audit_heads (
  org_id text not null primary key,
  sequence bigint not null,
  hash text not null,
  checkpoint_at timestamptz,
  checkpoint_sequence bigint not null default 0
);

-- What the head was, signed, to be kept elsewhere too.
create table audit_checkpoints (
  org_id text not null,
  sequence bigint not null,
  hash text not null,
  created_at timestamptz not null,
  -- Null without a certificate to sign with.
  jws text,
  primary key (org_id, sequence)
);

alter table audit_entries enable row level security;
create policy organization on audit_entries using (org_id = current_setting('walkaround.org_id', true));
alter table audit_heads enable row level security;
create policy organization on audit_heads using (org_id = current_setting('walkaround.org_id', true));
alter table audit_checkpoints enable row level security;
create policy organization on audit_checkpoints using (org_id = current_setting('walkaround.org_id', true));
grant select on audit_entries to walkaround_app;
grant select, update (checkpoint_at, checkpoint_sequence) on audit_heads to walkaround_app;
grant select, insert on audit_checkpoints to walkaround_app;

-- Adds entries of an organization, in the order given. `text` of each is what its hash is over, beside its place.
create function append_audit_entries(of_org text, entries jsonb) returns table (last_sequence bigint)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  entry jsonb;
begin
  insert into audit_heads (org_id, sequence, hash) values (of_org, 0, repeat('0', 64)) on conflict do nothing;
  select * into head from audit_heads h where h.org_id = of_org for update;
  for entry in select e from jsonb_array_elements(entries) with ordinality as list (e, place) order by place loop
    head.sequence := head.sequence + 1;
    head.hash := encode(sha256(convert_to(concat_ws(E'\n', head.hash, head.sequence, entry ->> 'text'), 'UTF8')), 'hex');
    insert into audit_entries (
      org_id, sequence, created_at, subject, operation, inspection_id, object_id, status, reason, request_id, hash)
    values (
      of_org, head.sequence, to_timestamp((entry ->> 'at')::bigint / 1000.0), entry ->> 'subject', entry ->> 'operation',
      (entry ->> 'inspection_id')::uuid, (entry ->> 'object_id')::uuid, (entry ->> 'status')::integer,
      entry ->> 'reason', entry ->> 'request_id', head.hash);
  end loop;
  update audit_heads h set sequence = head.sequence, hash = head.hash where h.org_id = of_org;
  return query select head.sequence;
end $$;
revoke all on function append_audit_entries from public;
grant execute on function append_audit_entries to walkaround_app;

-- Over all organizations; returns ids only: who has entries behind the last checkpoint, and that one is old enough.
create function audits_without_checkpoint(age interval) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.org_id from audit_heads h
  where h.sequence > h.checkpoint_sequence and (h.checkpoint_at is null or h.checkpoint_at <= now() - age) order by random()
$$;
revoke all on function audits_without_checkpoint from public;
grant execute on function audits_without_checkpoint to walkaround_app;
