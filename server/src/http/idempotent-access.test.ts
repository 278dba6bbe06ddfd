import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchange } from '../../test/exchange.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'
import { WRITES } from '../../test/writes.ts'
import { registerIdempotency } from './idempotency.ts'

/** Writes on no inspection: what the organization owns, and what a member makes anew. */
const OF_ORGANIZATION = Object.keys(WRITES).filter((name) =>
  /Webhook|CallbackSecret|Quotas|CaptureProfile|ComparisonSettings|ObjectionSettings|PictureSettings|Erasure|Retention|^(hold|release)Inspection|^openOriginal/.test(
    name,
  ),
)

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let keys = 0

/** Makes a write with a key; `repeat` sends it again as another account that is made the key's owner. */
async function write(operationId: string) {
  const made = await WRITES[operationId]?.(service)
  if (!made) throw new Error(`there is no request for ${operationId} in test/writes.ts`)
  const key = `access-${++keys}`
  const send = async (as: string) =>
    exchange(service, made.method, made.path, {
      ...(await made.send?.()),
      as,
      headers: { 'idempotency-key': key },
    })
  const first = await send(made.as ?? 'alder-manager')
  expect(first.status).toBeLessThan(300)
  return {
    path: made.path,
    first,
    /** As if the manager's token had held the permissions of that account ever since. */
    repeat: async (as: string) => {
      await service.rows('update idempotency_keys set subject = $2 where key = $1', [key, as])
      const { status, headers, text } = await send(as)
      return {
        status,
        replayed: headers.get('idempotency-replayed') === 'true',
        code: JSON.parse(text).code,
        text,
      }
    },
  }
}

const refused = (status: number, code: string) => expect.objectContaining({ status, code, replayed: false })

describe.each(Object.keys(WRITES))('a stored answer of %s', (operationId) => {
  it('is not for a caller who has lost the permission, nor for one who cannot see the inspection', async () => {
    const { repeat } = await write(operationId)
    expect(await repeat('alder-none')).toEqual(refused(403, 'permission_missing'))
    // Its answer shows a secret, and is sealed for whoever was answered.
    if (operationId === 'createReusableCaptureLink') return
    const asMember = await repeat('alder-member')
    if (operationId === 'createInspection') expect(asMember).toMatchObject({ status: 201, replayed: true })
    else if (OF_ORGANIZATION.includes(operationId))
      expect(asMember).toEqual(refused(403, 'permission_missing'))
    else expect(asMember).toEqual(refused(404, 'not_found'))
  })
})

describe('a write', () => {
  it('cannot be registered without the access it needs', () => {
    const app = fastify().withTypeProvider<TypeBoxTypeProvider>()
    registerIdempotency(app)
    expect(() => app.post('/forgotten', async () => ({}))).toThrow('/forgotten writes and has no `access`')
  })
})

describe('a stored answer', () => {
  it('404 once the inspection is deleted', async () => {
    const { path, repeat } = await write('createDamage')
    await service.call('DELETE', path.replace('/damages', ''))
    expect(await repeat('alder-manager')).toEqual(refused(404, 'not_found'))
  })

  it('of a deletion is still given, as the deletion itself would be', async () => {
    const { first, repeat } = await write('deleteInspection')
    expect(await repeat('alder-manager')).toMatchObject({ status: 200, replayed: true, text: first.text })
  })

  it('403 for a task finished by hand when its caller may only start tasks', async () => {
    const { path } = await write('updateTask')
    const send = (as: string) =>
      exchange(service, 'PATCH', path, {
        as,
        json: { status: 'DONE' },
        headers: { 'idempotency-key': 'finished' },
      })
    expect((await send('alder-manager')).status).toBe(200)
    await service.rows("update idempotency_keys set subject = 'alder-device' where key = 'finished'")
    await service.rows("update inspections set owner_id = 'alder-device' where id = $1", [path.split('/')[2]])
    const answer = await send('alder-device')
    expect([answer.status, JSON.parse(answer.text).permission]).toEqual([
      403,
      'monk_core_api:inspections:write',
    ])
  })
})
