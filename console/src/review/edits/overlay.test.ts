import { type Entities, normalize } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import type { Edit } from './edit.ts'
import { overlay } from './overlay.ts'

const customSeverity = { level: 1, pricing: 90, repairOperation: { REPLACE: false, T1: 0.4 } }
const known: Entities = {
  ...normalize({ id: 'i', object_type: 'INSPECTION' }).entities,
  damages: { d: { id: 'd', damageType: 'dent', partType: 'hood', confirmedBy: null, deletedAt: null } },
  views: {
    v: {
      id: 'v',
      damageId: 'd',
      imageId: 'p',
      polygons: [
        [
          [0, 0],
          [5, 0],
          [5, 5],
        ],
      ],
    },
  },
  severityResults: { s: { id: 's', label: 'hood', value: { customSeverity } } },
}
const polygon: [number, number][] = [
  [1, 2],
  [11, 2],
  [11, 22],
]
const after = (...edits: Edit[]) =>
  overlay(
    known,
    edits.map((edit, n) => ({ key: `k${n}`, edit })),
  )

describe('overlay', () => {
  it('changes only what an edit names, and never what is known', () => {
    const before = structuredClone(known)
    const { damages } = after({ kind: 'damage', damageId: 'd', damageType: 'rustiness', isConfirmed: true })
    expect(damages.d).toMatchObject({ damageType: 'rustiness', partType: 'hood', confirmedBy: 'me' })
    expect(known).toEqual(before)
  })

  it('keeps of a severity what is not changed', () => {
    const fields = { level: 3 }
    const { severityResults } = after({ kind: 'severity', partType: 'hood', severityId: 's', fields })
    expect(severityResults.s?.value?.customSeverity).toEqual({ ...customSeverity, level: 3 })
  })

  it('can clear an amount, which is not the same as leaving it', () => {
    const fields = { pricing: null }
    const { severityResults } = after({ kind: 'severity', partType: 'hood', severityId: 's', fields })
    expect(severityResults.s?.value?.customSeverity).toMatchObject({ pricing: null, level: 1 })
  })

  it('shows a drawn damage at once, and goes on with it', () => {
    const { damages, views } = after(
      { kind: 'create', imageId: 'p', damageType: 'scratch', partType: 'roof', polygon },
      { kind: 'redraw', viewId: 'k0', damageId: 'k0', polygons: [polygon.slice(1).concat([[1, 22]])] },
    )
    expect(damages.k0).toMatchObject({ damageType: 'scratch', partType: 'roof', confirmedBy: 'me' })
    expect(views.k0).toMatchObject({
      damageId: 'k0',
      imageId: 'p',
      boundingBox: { xmin: 1, ymin: 2, width: 10, height: 20 },
    })
    expect(views.k0?.polygons?.[0]?.[0]).toEqual([11, 2])
  })

  it('rejects and brings back, one after the other', () => {
    const reject: Edit = { kind: 'reject', damageId: 'd' }
    expect(after(reject).damages.d?.deletedAt).toBeTruthy()
    expect(after(reject, { kind: 'restore', damageId: 'd' }).damages.d?.deletedAt).toBe(null)
  })

  it('leaves out what was taken back while it was being sent', () => {
    const edit: Edit = { kind: 'reject', damageId: 'd' }
    expect(overlay(known, [{ key: 'k', edit, isUndone: true }]).damages.d?.deletedAt).toBe(null)
  })
})
