import type pg from 'pg'
import type { SealedText } from '../../core/platform/sealing.ts'

type TaskRow = { id: string; inspection_id: string; name: string; callbacks: { sealed?: string }[] | null }
/** Webhooks, which seal it, know the place that goes with its task. */
type SealedCallback = Omit<SealedText, 'place'> & {
  task: { org_id: string; inspection_id: string; name: string }
}

const PAGE = 1_000
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The sealed callbacks of an organization's tasks, in pages that no statement takes long for. */
export async function* listSealedCallbacks(
  database: Pick<pg.Pool, 'query'>,
  orgId: string,
): AsyncGenerator<SealedCallback> {
  for (let after: string | undefined = NO_ID; after !== undefined; ) {
    const { rows }: pg.QueryResult<TaskRow> = await database.query(
      `select id, inspection_id, name, case when callbacks <> '[]' then callbacks end as callbacks
       from tasks where org_id = $1 and id > $2 order by id limit $3`,
      [orgId, after, PAGE],
    )
    for (const { id, callbacks, ...task } of rows)
      for (const [index, { sealed }] of (callbacks ?? []).entries()) {
        if (sealed === undefined) continue
        const path = [String(index), 'sealed']
        const text = `update tasks set callbacks = jsonb_set(callbacks, $3, to_jsonb($5::text))
          where org_id = $1 and id = $2 and callbacks #>> $3 = $4`
        const replace = (by: string) => database.query(text, [orgId, id, path, sealed, by])
        yield { sealed, task: { org_id: orgId, ...task }, replace }
      }
    after = rows.length === PAGE ? rows.at(-1)?.id : undefined
  }
}
