import { type Entities, normalize } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import { isOpen, reviewOf } from './review-model.ts'

const polygons = [
  [
    [0, 0],
    [10, 0],
    [10, 10],
  ],
]

function given(entities: Partial<Entities>): Entities {
  return { ...normalize({ id: 'i', object_type: 'INSPECTION' }).entities, ...entities }
}

describe('reviewOf', () => {
  it('numbers damages by part, the sure ones first, and gives rejected ones no number', () => {
    const { findings } = reviewOf(
      'i',
      given({
        damages: {
          a: { id: 'a', partType: 'roof', damageType: 'dent', confidence: 0.4 },
          b: { id: 'b', partType: 'hood', damageType: 'dent', deletedAt: '2026-01-01' },
          c: { id: 'c', partType: 'roof', damageType: 'dent', confidence: 0.9 },
          d: { id: 'd', partType: 'bumper_back', damageType: 'dent', confirmedBy: 'ann' },
        },
      }),
    )
    expect(findings.map(({ id, number, state }) => [id, number, state])).toEqual([
      ['d', 1, 'decided'],
      ['c', 2, 'proposed'],
      ['a', 3, 'proposed'],
      ['b', null, 'rejected'],
    ])
    expect(findings.filter(isOpen).map(({ id }) => id)).toEqual(['c', 'a'])
  })

  it('takes severity, cost and operation from the part, and not from what was deleted', () => {
    const customSeverity = { level: 2, pricing: 310, repairOperation: { REPLACE: true } }
    const { findings } = reviewOf(
      'i',
      given({
        damages: { a: { id: 'a', partType: 'roof' }, b: { id: 'b', partType: 'hood' } },
        severityResults: {
          old: { id: 'old', label: 'hood', value: { customSeverity }, deletedAt: '2026-01-01' },
          s: { id: 's', label: 'roof', value: { customSeverity } },
        },
      }),
    )
    expect(findings.find(({ id }) => id === 'a')).toMatchObject({
      level: 2,
      cost: 310,
      isReplaced: true,
      severityId: 's',
    })
    expect(findings.find(({ id }) => id === 'b')).toMatchObject({ level: null, cost: null, severityId: null })
  })

  it('does not take an unknown part for a part: its damages share no severity', () => {
    const customSeverity = { level: 1, pricing: 90, repairOperation: { REPLACE: false } }
    const { findings } = reviewOf(
      'i',
      given({
        damages: { a: { id: 'a', partType: 'ignore' }, b: { id: 'b', partType: 'background' } },
        severityResults: { s: { id: 's', label: 'ignore', value: { customSeverity } } },
      }),
    )
    expect(findings.map(({ partType, level, cost }) => [partType, level, cost])).toEqual([
      [null, null, null],
      [null, null, null],
    ])
  })

  it('shows where a rejected damage was, but not what was removed from a picture before', () => {
    const { findings } = reviewOf(
      'i',
      given({
        damages: { a: { id: 'a', deletedAt: '2026-01-02' }, b: { id: 'b' } },
        views: {
          with: { id: 'with', damageId: 'a', imageId: 'p', polygons, deletedAt: '2026-01-02' },
          before: { id: 'before', damageId: 'a', imageId: 'p', polygons, deletedAt: '2026-01-01' },
          kept: { id: 'kept', damageId: 'b', imageId: 'p', polygons },
          gone: { id: 'gone', damageId: 'b', imageId: 'p', polygons, deletedAt: '2026-01-01' },
        },
      }),
    )
    const shown = findings.flatMap(({ shapes }) => shapes.map(({ viewId }) => viewId))
    expect(shown.toSorted()).toEqual(['kept', 'with'])
  })

  it('draws a box where a view has no polygon', () => {
    const boundingBox = { xmin: 5, ymin: 6, width: 10, height: 20 }
    const { findings } = reviewOf(
      'i',
      given({
        damages: { a: { id: 'a' } },
        views: { v: { id: 'v', damageId: 'a', imageId: 'p', boundingBox } },
      }),
    )
    expect(findings[0]?.shapes[0]?.polygons[0]).toHaveLength(4)
    expect(findings[0]?.shapes[0]?.area).toBe(200)
  })

  it('counts a model of ours as a model, and nobody else', () => {
    const { findings } = reviewOf(
      'i',
      given({ damages: { a: { id: 'a', createdBy: 'algo' }, b: { id: 'b', createdBy: 'ann' } } }),
    )
    expect(findings.map(({ isByModel }) => isByModel)).toEqual([true, false])
  })
})
