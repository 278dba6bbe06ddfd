import { describe, expect, it } from 'vitest'
import { describeDifferences, readCounts, SECTIONS } from './recorded-counts.ts'

describe('describeDifferences', () => {
  it('says nothing of equal figures', () => {
    const figures = { statements: 14, plan: ['Limit', '  Index Scan a'] }
    expect(describeDifferences('createDamage', figures, { ...figures, plan: [...figures.plan] })).toEqual([])
  })

  it('names the operation, the figure, what it is and what it was', () => {
    expect(describeDifferences('createDamage', { round_trips: 14 }, { round_trips: 15 })).toEqual([
      'createDamage: 15 round trips, was 14',
    ])
  })

  it('shows where a plan has changed', () => {
    const was = { plan: ['Limit', '  Nested Loop', '    Index Scan a', '    Index Scan b'] }
    const is = { plan: ['Limit', '  Nested Loop', '    Sort', '      Seq Scan a', '    Index Scan b'] }
    expect(describeDifferences('listImages', was, is)).toEqual([
      'listImages: another plan\n  -     Index Scan a\n  +     Sort\n  +       Seq Scan a',
    ])
  })

  it('names what is new and what has gone', () => {
    expect(describeDifferences('a', {}, { blocks: 3 })).toEqual(['a: blocks 3, was absent'])
    expect(describeDifferences('a', { blocks: 3 }, {})).toEqual(['a: blocks absent, was 3'])
  })
})

describe('counts.json', () => {
  it('holds counts of every section, and nothing that is no longer counted', () => {
    expect(Object.keys(readCounts())).toEqual(SECTIONS)
    for (const counts of Object.values(readCounts())) expect(Object.keys(counts).length).toBeGreaterThan(0)
  })
})
