import type pg from 'pg'

/** Of a role that sees every organization. */
type Client = Pick<pg.ClientBase, 'query'>

/** Some keys whose wrapped form starts with something other than the prefix. */
export async function listOtherWrappedKeys(client: Client, prefix: string, limit: number) {
  const { rows } = await client.query<{ org_id: string; id: string; wrapped: string }>(
    'select org_id, id, wrapped from organization_keys where wrapped not like $1 limit $2',
    [`${prefix}%`, limit],
  )
  return rows
}

export async function countOtherWrappedKeys(client: Client, orgId: string, prefix: string): Promise<number> {
  const { rowCount } = await client.query(
    'select from organization_keys where org_id = $1 and wrapped not like $2',
    [orgId, `${prefix}%`],
  )
  return rowCount ?? 0
}

/** Does nothing where the key is wrapped otherwise meanwhile. */
export async function replaceWrapped(
  client: Client,
  { org_id, id, wrapped }: { org_id: string; id: string; wrapped: string },
  by: string,
): Promise<void> {
  await client.query(
    'update organization_keys set wrapped = $4 where org_id = $1 and id = $2 and wrapped = $3',
    [org_id, id, wrapped, by],
  )
}

/** Whether a change of the key was begun and not ended. Locks the current key. */
export async function lockKeyChange(client: Client, orgId: string): Promise<boolean> {
  const { rows } = await client.query<{ is_open: boolean }>(
    'select resealing is not null as is_open from organization_keys where org_id = $1 and retired_at is null for update',
    [orgId],
  )
  return rows[0]?.is_open ?? false
}

/** Retires the current key and begins the change to this one. False when another key became the current one meanwhile. */
export async function beginKeyChange(
  client: Client,
  orgId: string,
  { id, wrapped }: { id: string; wrapped: string },
): Promise<boolean> {
  await client.query(
    'update organization_keys set retired_at = clock_timestamp() where org_id = $1 and retired_at is null',
    [orgId],
  )
  const { rowCount } = await client.query(
    `insert into organization_keys (org_id, id, wrapped, created_at, resealing)
     values ($1, $2, $3, clock_timestamp(), '{}') on conflict do nothing`,
    [orgId, id, wrapped],
  )
  return rowCount === 1
}

/** When the newest key of an open change is older than the given age, and in how many seconds that is. */
export async function readKeyChangeAge(client: Client, ageS: number) {
  const { rows } = await client.query<{ until: Date | null; wait_s: number | null }>(
    `select max(created_at) + make_interval(secs => $1) as until,
       extract(epoch from max(created_at) + make_interval(secs => $1) - clock_timestamp())::float8 as wait_s
     from organization_keys where retired_at is null and resealing is not null`,
    [ageS],
  )
  return rows[0] ?? { until: null, wait_s: null }
}

/** The objects that are being written now, and the last one that is done. */
export async function readKeyChange(client: Client, orgId: string) {
  const { rows } = await client.query<{ resealing: string[] | null; resealed_after: string }>(
    'select resealing, resealed_after from organization_keys where org_id = $1 and retired_at is null',
    [orgId],
  )
  return { resealing: rows[0]?.resealing ?? [], resealed_after: rows[0]?.resealed_after ?? '' }
}

/** `after` null: the last object that is done stays as it was. */
export async function writeKeyChange(
  client: Client,
  orgId: string,
  after: string | null,
  writing: readonly string[],
): Promise<void> {
  await client.query(
    `update organization_keys set resealing = $2, resealed_after = coalesce($3, resealed_after)
     where org_id = $1 and retired_at is null`,
    [orgId, writing, after],
  )
}

/** Ends the change of keys for all organizations at once: a run that is killed before begins again for none of them. */
export async function endKeyChange(client: Client, organizations: readonly string[]): Promise<void> {
  await client.query(
    "update organization_keys set resealing = null, resealed_after = '' where org_id = any($1) and retired_at is null",
    [organizations],
  )
}

/** Destroys every key of the organization but the current one. */
export async function destroyRetiredKeys(client: Client, orgId: string): Promise<void> {
  await client.query(
    `update organization_keys set wrapped = null, destroyed_at = clock_timestamp()
     where org_id = $1 and retired_at is not null and wrapped is not null`,
    [orgId],
  )
}

/** Destroys every key of the organization. Returns when each was destroyed, as ISO 8601 in UTC. */
export async function destroyAllKeys(client: Client, orgId: string): Promise<string[]> {
  const { rows } = await client.query<{ at: string }>(
    `update organization_keys set wrapped = null, destroyed_at = clock_timestamp(),
       retired_at = coalesce(retired_at, clock_timestamp()), resealing = null
     where org_id = $1 and wrapped is not null
     returning to_char(destroyed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') as at`,
    [orgId],
  )
  return rows.map(({ at }) => at)
}
