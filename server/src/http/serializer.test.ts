import { fastify } from 'fastify'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Free, Nullable } from '../core/contracts/schema.ts'
import type { App } from '../core/platform/app.ts'
import { registerSerializer } from './serializer.ts'

const Wheel = Type.Object({ id: Type.String(), side: Nullable(Type.String()) }, { $id: 'Wheel' })
const Answer = Type.Object({
  name: Nullable(Type.String()),
  count: Nullable(Type.Integer()),
  spare: Nullable(Type.Ref('Wheel')),
  wheels: Nullable(Type.Array(Type.Ref('Wheel'))),
  more: Nullable(Free),
  data: Free,
  either: Nullable(Type.Unsafe<number | string>({ anyOf: [Type.Number(), Type.String()] })),
  absent: Type.Optional(Nullable(Type.String())),
})

/** What is sent for an answer, by the framework's own functions and by ours. */
async function sent(answer: unknown): Promise<{ own: unknown; ours: unknown }> {
  const answers = [false, true].map(async (isOurs) => {
    const app = fastify()
    // The test needs no part of an App beside its schemas.
    if (isOurs) registerSerializer(app as unknown as App)
    app.addSchema(Wheel)
    app.get('/', { schema: { response: { 200: Answer } } }, async () => answer)
    return (await app.inject('/')).json()
  })
  const [own, ours] = await Promise.all(answers)
  return { own, ours }
}

const EMPTY = { name: null, count: null, spare: null, wheels: null, more: null, data: {}, either: null }
const FULL = {
  name: 'a "quoted" name\n',
  count: 3,
  spare: { id: 'w1', side: null },
  wheels: [{ id: 'w2', side: 'left' }],
  more: { any: { depth: [1, null, 'x'] } },
  data: { 'a key': null },
  either: 'text',
  absent: 'here',
}

describe('what is sent', () => {
  it.each([
    ['null wherever it may be', EMPTY],
    ['values wherever they may be', FULL],
  ])('is the same as from the framework’s own functions: %s', async (_, answer) => {
    const { own, ours } = await sent(answer)
    expect(ours).toEqual(answer)
    expect(own).toEqual(answer)
  })

  it('has nothing that is not declared, at any depth', async () => {
    const secret = { secret: 'x' }
    const spare = { id: 'w1', side: null, ...secret }
    const { ours } = await sent({ ...FULL, ...secret, spare, wheels: [spare] })
    expect(ours).toEqual({ ...FULL, spare: FULL.spare, wheels: [FULL.spare] })
  })
})
