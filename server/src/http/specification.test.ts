import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gap, type Row, testOf } from '../../test/specification/row.ts'
import { GAPS, ROWS } from '../../test/specification/rows.ts'
import { createWorld, type World } from '../../test/specification/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(expect)
}, 180_000)
afterAll(() => world?.close())

const sections = Map.groupBy<string, Row | Gap>([...ROWS, ...GAPS], (row) => row.section)

describe.each([...sections])('specification › %s', (_section, rows) => {
  it.each(rows.map((row) => ({ ...row, test: testOf(row) })))('$test', async ({ prove }) => {
    expect.hasAssertions()
    await prove(world)
  })
})
