import type { Answer } from '../../testing/http.ts'
import { jsonBody } from '../../testing/http.ts'
import { findCanary, type MatrixParts } from './tenant-matrix.ts'
import { faceOf, neverId, send } from './tenant-requests.ts'
import { CANARY, inspectionBody } from './tenant-world.ts'

/** A stored answer belongs to who was answered first: the same request under the same key by others is theirs alone. */
export async function runKeys(parts: MatrixParts): Promise<number> {
  const { http, tokens, url, violations } = parts
  const { alder, birch } = parts.world
  const key = alder.admin.key
  const create = async (account: string): Promise<Answer> => {
    const ask = { method: 'POST', url: `${url}/v1/inspections`, body: inspectionBody('alder-admin') }
    return send(http, { ...ask, headers: { 'idempotency-key': key } }, await tokens.of(account))
  }
  const others = ['birch-admin', 'birch-member', 'birch-member2', 'birch-device']
  for (const account of others) {
    const answer = await create(account)
    const replayed = answer.headers['idempotency-replayed'] !== undefined
    // The attacker has sent the victim's plate here, so that the requests are the same.
    if (answer.status !== 201 || replayed || findCanary(parts, answer, CANARY))
      violations.add('key_shared', `createInspection under the victim's key by ${account}: ${answer.text}`)
  }
  const again = await create('alder-admin')
  if (again.headers['idempotency-replayed'] === undefined)
    violations.add('control_blind', 'the key under which the victim created its inspection is not known')

  const change = async (account: string, inspection: string): Promise<Answer> => {
    const body = jsonBody({ additional_data: { changed: true } })
    const ask = { method: 'PATCH', url: `${url}/v1/inspections/${inspection}`, body }
    return send(http, { ...ask, headers: { 'idempotency-key': 'key-of-a-change' } }, await tokens.of(account))
  }
  const mine = birch.admin.ids.inspection
  const first = await change('birch-admin', mine)
  if (first.status !== 200) violations.add('own_refused', `updateInspection under a key: ${first.text}`)
  const strangers = ['birch-member', 'birch-device', 'birch-reader', 'alder-admin']
  for (const account of strangers) {
    const [answer, never] = [await change(account, mine), await change(account, neverId())]
    if (faceOf(answer) !== faceOf(never) || ![403, 404].includes(answer.status))
      violations.add('key_shared', `updateInspection by ${account}: ${answer.status} ${answer.text}`)
  }
  return others.length + strangers.length
}
