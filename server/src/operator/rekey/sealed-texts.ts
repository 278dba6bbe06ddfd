import type pg from 'pg'
import { answerPlace } from '../../http/idempotency.ts'
import { callbackPlace } from '../../outputs/webhooks/callback-request.ts'
import { endpointPlace } from '../../outputs/webhooks/secrets.ts'

/** A text that is sealed in a row. `replace` does nothing where the row has another one meanwhile. */
export type SealedText = { sealed: string; place: string; replace: (by: string) => Promise<unknown> }

const PAGE = 1_000
const NO_ID = '00000000-0000-0000-0000-000000000000'
/** What no answer in JSON looks like. */
const SEALED = '^([a-z0-9]{1,16}|[0-9a-f-]{36})\\.[A-Za-z0-9_-]+$'

type Database = Pick<pg.Pool, 'query'>

/** Every sealed text of an organization, in pages that no statement takes long for. */
export async function* listSealedTexts(database: Database, orgId: string): AsyncGenerator<SealedText> {
  yield* listSecrets(database, orgId)
  yield* listCallbacks(database, orgId)
  yield* listAnswers(database, orgId)
}

type EndpointRow = { id: string; secret: string; previous_secret: string | null }

async function* listSecrets(database: Database, orgId: string): AsyncGenerator<SealedText> {
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

type TaskRow = { id: string; inspection_id: string; name: string; callbacks: { sealed?: string }[] | null }

async function* listCallbacks(database: Database, orgId: string): AsyncGenerator<SealedText> {
  for (let after: string | undefined = NO_ID; after !== undefined; ) {
    const { rows }: pg.QueryResult<TaskRow> = await database.query(
      `select id, inspection_id, name, case when callbacks <> '[]' then callbacks end as callbacks
       from tasks where org_id = $1 and id > $2 order by id limit $3`,
      [orgId, after, PAGE],
    )
    for (const { id, callbacks, ...task } of rows)
      for (const [place, { sealed }] of (callbacks ?? []).entries()) {
        if (sealed === undefined) continue
        const path = [String(place), 'sealed']
        const text = `update tasks set callbacks = jsonb_set(callbacks, $3, to_jsonb($5::text))
          where org_id = $1 and id = $2 and callbacks #>> $3 = $4`
        const replace = (by: string) => database.query(text, [orgId, id, path, sealed, by])
        yield { sealed, place: callbackPlace({ org_id: orgId, ...task }), replace }
      }
    after = rows.length === PAGE ? rows.at(-1)?.id : undefined
  }
}

type AnswerRow = { subject: string; key: string; body: string | null }

async function* listAnswers(database: Database, orgId: string): AsyncGenerator<SealedText> {
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
