import type pg from 'pg'
import type { SealedText } from '../../core/platform/sealing.ts'
import { listSealedAnswers } from '../../http/list-sealed-answers.ts'
import { listSealedCallbacks } from '../../inspection/tasks/list-sealed-callbacks.ts'
import { callbackPlace } from '../../outputs/webhooks/callback-request.ts'
import { listSealedSecrets } from '../../outputs/webhooks/list-sealed-secrets.ts'

/** Every sealed text of an organization, from each module that has some. */
export async function* listSealedTexts(
  database: Pick<pg.Pool, 'query'>,
  orgId: string,
): AsyncGenerator<SealedText> {
  yield* listSealedSecrets(database, orgId)
  for await (const { task, ...text } of listSealedCallbacks(database, orgId))
    yield { ...text, place: callbackPlace(task) }
  yield* listSealedAnswers(database, orgId)
}
