import { expect, it } from 'vitest'
import { typicalBody } from '../../../test/typical-body.ts'
import { parseJson } from './parse-json.ts'

it('parseJson costs at most four times JSON.parse on a typical body', () => {
  const bytes = typicalBody()
  // The best of many runs, because other processes only ever add time.
  const bestMs = (work: () => unknown): number => {
    let best = Number.POSITIVE_INFINITY
    for (let run = 0; run < 150; run += 1) {
      const start = performance.now()
      work()
      best = Math.min(best, performance.now() - start)
    }
    return best
  }
  const plain_ms = bestMs(() => JSON.parse(bytes.toString('utf8')))
  const parse_ms = bestMs(() => parseJson(bytes, { depthMax: 32 }))
  console.log('parse-json cost', { bytes: bytes.length, plain_ms, parse_ms, ratio: parse_ms / plain_ms })
  expect(parse_ms / plain_ms).toBeLessThan(4)
})
