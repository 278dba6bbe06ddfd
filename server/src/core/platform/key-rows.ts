import type pg from 'pg'
import { condition } from './condition.ts'
import type { Database } from './database.ts'
import type { KeyRow, KeyRows } from './organization-keys.ts'

/** For operators, whose role sees every organization. Reads only. */
export function createOwnerKeyRows(client: Pick<pg.Pool, 'query'>): KeyRows {
  return {
    list: async (orgId) => {
      const text =
        'select id, wrapped, retired_at is null as is_current from organization_keys where org_id = $1'
      return (await client.query<KeyRow>(text, [orgId])).rows
    },
  }
}

/** The keys of organizations as the service sees them: one organization at a time. */
export function createKeyRows(database: Pick<Database, 'forOrganization'>): KeyRows {
  return {
    list: (orgId) =>
      database
        .forOrganization(orgId)
        .selectFrom('organization_keys')
        .select(['id', 'wrapped', condition`retired_at is null`.as('is_current')])
        .where('org_id', '=', orgId)
        .execute() satisfies Promise<KeyRow[]>,
    insert: async (org_id, { id, wrapped }) => {
      await database
        .forOrganization(org_id)
        .insertInto('organization_keys')
        .values({ org_id, id, wrapped })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
