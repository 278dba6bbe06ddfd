import type pg from 'pg'
import type { SealedText } from '../../core/platform/sealing.ts'
import { endpointPlace } from './secrets.ts'

type EndpointRow = { id: string; secret: string; previous_secret: string | null }

const PAGE = 1_000
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The sealed secrets of an organization's endpoints, in pages that no statement takes long for. */
export async function* listSealedSecrets(
  database: Pick<pg.Pool, 'query'>,
  orgId: string,
): AsyncGenerator<SealedText> {
  for (let after: string | undefined = NO_ID; after !== undefined; ) {
    const { rows }: pg.QueryResult<EndpointRow> = await database.query(
      'select id, secret, previous_secret from webhook_endpoints where org_id = $1 and id > $2 order by id limit $3',
      [orgId, after, PAGE],
    )
    for (const { id, ...secrets } of rows)
      for (const column of ['secret', 'previous_secret'] as const) {
        const sealed = secrets[column]
        if (sealed === null) continue
        const text = `update webhook_endpoints set ${column} = $4 where org_id = $1 and id = $2 and ${column} = $3`
        const replace = (by: string) => database.query(text, [orgId, id, sealed, by])
        yield { sealed, place: endpointPlace({ org_id: orgId, id }), replace }
      }
    after = rows.length === PAGE ? rows.at(-1)?.id : undefined
  }
}
