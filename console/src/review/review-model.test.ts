import { type Entities, normalize } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import { reviewOf } from './review-model.ts'

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
  it('calls damages and pictures by the labels of the service, also what was rejected', () => {
    const { findings, pictures } = reviewOf(
      'i',
      given({
        images: { p: { id: 'p', path: '/p', label: 'P4' } },
        damages: {
          a: { id: 'a', label: 'D7', partType: 'roof' },
          b: { id: 'b', label: 'D2', deletedAt: '2026-01-01' },
          unsaved: { id: 'unsaved' },
        },
      }),
    )
    const labels = Object.fromEntries(findings.map(({ id, label, number }) => [id, [label, number]]))
    expect(labels).toEqual({ a: ['D7', 7], b: ['D2', 2], unsaved: [null, null] })
    expect(pictures.map(({ label, number }) => [label, number])).toEqual([['P4', 4]])
  })

  it('keeps the order when damages are decided', () => {
    const damages = {
      a: { id: 'a', label: 'D1' },
      b: { id: 'b', label: 'D2' },
      c: { id: 'c', label: 'D3' },
    }
    const decided = { ...damages, a: { ...damages.a, deletedAt: '2026-01-01', confirmedBy: 'ann' } }
    const order = (of: Entities['damages']) =>
      reviewOf('i', given({ damages: of })).findings.map(({ id }) => id)
    expect(order(decided)).toEqual(order(damages))
    expect(order(damages)).toEqual(['a', 'b', 'c'])
  })

  it('goes around the vehicle picture by picture, and on a picture from left to right', () => {
    const { pictures, findings } = reviewOf('i', walk())
    expect(pictures.map(({ id }) => id)).toEqual(['front', 'front near', 'left', 'back', 'unknown', 'near'])
    expect(findings.map(({ id }) => id)).toEqual(['f1', 'f2', 'n', 'l', 'b', 'nowhere'])
  })

  it('shows a damage on the picture where it is surest', () => {
    const { findings } = reviewOf('i', walk())
    const [first] = findings.find(({ id }) => id === 'b')?.shapes ?? []
    expect(first?.imageId).toBe('back')
  })

  it('puts the price of a part beside its surest damage', () => {
    const customSeverity = { level: 2, pricing: 310, repairOperation: { REPLACE: true } }
    const pricedWith = (changes: Partial<Entities['damages'][string]>) =>
      reviewOf(
        'i',
        given({
          damages: {
            a: { id: 'a', label: 'D1', partType: 'roof', confidence: 0.12, ...changes },
            b: { id: 'b', label: 'D2', partType: 'roof', confidence: 0.6 },
          },
          severityResults: { s: { id: 's', label: 'roof', value: { customSeverity } } },
        }),
      ).findings.map((finding) => finding.pricedWith)
    expect(pricedWith({})).toEqual(['D2', null])
    expect(pricedWith({ confirmedBy: 'ann' })).toEqual([null, 'D1'])
    expect(pricedWith({ deletedAt: '2026-01-01' })).toEqual([null, null])
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

  it('shows the severity that the report shows where the part has none of its own', () => {
    const { findings } = reviewOf(
      'i',
      given({ damages: { a: { id: 'a', partType: 'handle_front_left', severityLevel: 2 } } }),
    )
    expect(findings[0]?.level).toBe(2)
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

/** Pictures and damages as they come in: in no order. */
function walk(): Entities {
  const image = (id: string, alpha: number | null, fields: object = {}) => ({
    id,
    path: `/${id}`,
    additionalData: alpha === null ? {} : { alpha },
    ...fields,
  })
  const view = (damageId: string, imageId: string, xmin: number, confidence = 0.5) => ({
    id: `${damageId} ${imageId}`,
    damageId,
    imageId,
    confidence,
    boundingBox: { xmin, ymin: 0, width: 10, height: 10 },
  })
  const images = [
    image('near', 90, { imageType: 'close_up' }),
    image('unknown', null),
    image('back', 180),
    image('front near', null, { imageType: 'close_up', imageSiblingKey: 'k' }),
    image('left', 90),
    image('front', 350 - 360, { imageSiblingKey: 'k' }),
  ]
  const views = [
    view('b', 'front', 0, 0.2),
    view('b', 'back', 0, 0.9),
    view('l', 'left', 0),
    view('f2', 'front', 300),
    view('f1', 'front', 100),
    view('n', 'front near', 0),
  ]
  const byId = <One extends { id: string }>(all: readonly One[]) =>
    Object.fromEntries(all.map((one) => [one.id, one]))
  return given({
    images: byId(images),
    views: byId(views),
    damages: byId(['nowhere', 'b', 'l', 'f2', 'f1', 'n'].map((id) => ({ id }))),
  })
}
