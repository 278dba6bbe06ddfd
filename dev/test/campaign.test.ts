import { describe, expect, it } from 'vitest'
import { campaign, type Size, type Violations } from '../../e2e/prove/campaign.ts'

const KINDS = { facts: ['lost'], timed: ['slow'] }

async function run(size: Size, act: (violations: Violations) => unknown) {
  const tried = campaign(KINDS, async ({ violations }) => {
    await act(violations)
    return { counts: { done: 1 } }
  })
  return tried.run({ size, seed: 1, count: null, say: () => {}, atEnd: () => {} })
}

/** A figure for each look, slow above ten. */
const measure = (figures: number[]) => (violations: Violations) =>
  violations.measure(
    'slow',
    async () => figures.shift() ?? 0,
    (figure) => (figure > 10 ? `${figure} ms` : null),
  )

describe('campaign', () => {
  it.each(['smoke', 'small', 'full'] as const)('is red at %s when it sees what must not be', async (size) => {
    const { ok, counts } = await run(size, (violations) => violations.add('lost', 'an event'))
    expect({ ok, counts }).toEqual({ ok: false, counts: { lost: 1, slow: 0, done: 1 } })
  })

  it.each(['smoke', 'small'] as const)('does not judge a time at %s, nor measures it again', async (size) => {
    const figures = [20, 20, 20]
    expect(await run(size, measure(figures))).toMatchObject({ ok: true, counts: { slow: 0 } })
    expect(figures).toHaveLength(2)
  })

  it('is red at full when a figure is too high three times', async () => {
    expect(await run('full', measure([20, 20, 20]))).toMatchObject({ ok: false, counts: { slow: 1 } })
  })

  it('is green at full when the third look is good', async () => {
    expect(await run('full', measure([20, 20, 5]))).toMatchObject({ ok: true, counts: { slow: 0 } })
  })

  it.each(['smoke', 'full'] as const)('throws at %s for a kind that it does not name', async (size) => {
    await expect(run(size, (violations) => violations.add('other', ''))).rejects.toThrow('other')
    await expect(run(size, (violations) => violations.add('slow', ''))).rejects.toThrow('slow')
    await expect(run(size, (violations) => violations.addTimed('lost', ''))).rejects.toThrow('lost')
  })
})
