-- How people without an account take the pictures of an inspection (ADR 0050, ADR 0051).

-- What an organization asks people for. The profiles that come with the service have no row.
create table capture_profiles (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  created_at timestamptz not null default now(),
  created_by text not null,
  deleted_at timestamptz,
  version integer not null default 1,
  name text not null check (char_length(name) <= 200),
  -- The steps and everything else, as the interface has them.
  content jsonb not null,
  primary key (org_id, id)
);
create trigger raise_version before update on capture_profiles for each row execute function raise_version();
alter table capture_profiles enable row level security;
create policy organization on capture_profiles using (org_id = current_setting('walkaround.org_id', true));
grant select, insert, update on capture_profiles to walkaround_app;

create table capture_links (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  created_at timestamptz not null default now(),
  created_by text not null,
  -- Null: every device that opens it makes an inspection, for a code that hangs at a gate.
  inspection_id uuid,
  -- What such an inspection is made with.
  inspection jsonb,
  secret_sha256 text not null,
  -- A copy: what a link asks for stays as it was when the link was made.
  profile_id text not null,
  profile_version integer not null,
  profile jsonb not null,
  language text not null,
  visible text[] not null,
  uses_max integer not null check (uses_max > 0),
  use_count integer not null default 0 check (use_count between 0 and uses_max),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, inspection_id) references inspections
);
create index capture_links_secret on capture_links (secret_sha256);
create index capture_links_inspection on capture_links (org_id, inspection_id, id);
-- For the number of open ones, which is limited.
create index capture_links_open on capture_links (org_id, expires_at) where revoked_at is null;
alter table capture_links enable row level security;
create policy organization on capture_links using (org_id = current_setting('walkaround.org_id', true));
grant select, insert on capture_links to walkaround_app;
grant update (use_count, revoked_at) on capture_links to walkaround_app;

-- A device that has opened a link, and the inspection it takes pictures of.
create table capture_sessions (
  org_id text not null,
  id uuid not null default time_ordered_uuid(),
  created_at timestamptz not null default now(),
  link_id uuid not null,
  inspection_id uuid not null,
  -- The thumbprint of the key it made (RFC 7638).
  device text not null,
  -- The latest token; the one before no longer counts.
  token_sha256 text not null,
  token_expires_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, link_id) references capture_links,
  foreign key (org_id, inspection_id) references inspections
);
create index capture_sessions_token on capture_sessions (token_sha256);
create index capture_sessions_link on capture_sessions (org_id, link_id, device);
create index capture_sessions_inspection on capture_sessions (org_id, inspection_id, id);
alter table capture_sessions enable row level security;
create policy organization on capture_sessions using (org_id = current_setting('walkaround.org_id', true));
grant select, insert on capture_sessions to walkaround_app;
grant update (token_sha256, token_expires_at, finished_at) on capture_sessions to walkaround_app;

-- Neither a secret nor a token says of which organization it is.
create function find_capture_link(sha256 text) returns table (org_id text, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.org_id, l.id from capture_links l where l.secret_sha256 = sha256
$$;
revoke all on function find_capture_link from public;
grant execute on function find_capture_link to walkaround_app;

create function find_capture_session(sha256 text)
returns table (org_id text, id uuid, link_id uuid, inspection_id uuid, device text, token_expires_at timestamptz, is_open boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.org_id, s.id, s.link_id, s.inspection_id, s.device, s.token_expires_at, l.revoked_at is null and l.expires_at > now()
  from capture_sessions s join capture_links l on l.org_id = s.org_id and l.id = s.link_id
  where s.token_sha256 = sha256
$$;
revoke all on function find_capture_session from public;
grant execute on function find_capture_session to walkaround_app;
