import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Audited, findMissed, openAudited } from './audit-attacks.ts'

const ATTACKS = 1_000

let audited: Audited
beforeAll(async () => {
  audited = await openAudited()
})
afterAll(() => audited?.close())

it(`finds each of ${ATTACKS} changes by the owner of the tables`, async () => {
  expect(await findMissed(audited, ATTACKS)).toEqual([])
})
