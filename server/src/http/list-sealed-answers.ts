import type pg from 'pg'
import type { SealedText } from '../core/platform/sealing.ts'
import { answerPlace } from './idempotency.ts'

type AnswerRow = { subject: string; key: string; body: string | null }

const PAGE = 1_000
/** What no answer in JSON looks like. */
const SEALED = '^[0-9a-f-]{36}\\.[A-Za-z0-9_-]+$'

/** The sealed answers to an organization's requests, in pages that no statement takes long for. */
export async function* listSealedAnswers(
  database: Pick<pg.Pool, 'query'>,
  orgId: string,
): AsyncGenerator<SealedText> {
  for (let after: [string, string] | undefined = ['', '']; after !== undefined; ) {
    const { rows }: pg.QueryResult<AnswerRow> = await database.query(
      `select subject, key, case when body ~ $4 then body end as body from idempotency_keys
       where org_id = $1 and (subject, key) > ($2, $3) order by subject, key limit $5`,
      [orgId, ...after, SEALED, PAGE],
    )
    for (const { subject, key, body: sealed } of rows) {
      if (sealed === null) continue
      const text =
        'update idempotency_keys set body = $5 where org_id = $1 and subject = $2 and key = $3 and body = $4'
      const replace = (by: string) => database.query(text, [orgId, subject, key, sealed, by])
      yield { sealed, place: answerPlace({ org_id: orgId, subject, key }), replace }
    }
    const last = rows.at(-1)
    after = rows.length === PAGE && last ? [last.subject, last.key] : undefined
  }
}
