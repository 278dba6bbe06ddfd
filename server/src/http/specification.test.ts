import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gap, type Row, testOf } from '../../test/specification/row.ts'
import { GAPS, ROWS } from '../../test/specification/rows.ts'
import { createWorld, type World } from '../../test/specification/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(expect)
})
afterAll(() => world?.close())

// Not `it.each`, which shortens long names: the page names every test in full.
for (const [section, rows] of Map.groupBy<string, Row | Gap>([...ROWS, ...GAPS], (row) => row.section))
  describe(`specification › ${section}`, () => {
    for (const row of rows)
      it(testOf(row), async () => {
        expect.hasAssertions()
        await row.prove(world)
      })
  })
