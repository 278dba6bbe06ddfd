import { type Entities, normalize } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import type { Edit } from './edits/edit.ts'
import { overlay } from './edits/overlay.ts'
import { reviewOf } from './review-model.ts'
import type { ReviewSearch } from './review-search.ts'
import { createScreenStore } from './screen-store.ts'
import { actionsOf } from './use-actions.ts'

/** A reviewer before the screen: what was chosen, what the keys do, and what waits to be saved. */
function openDesk(given: Partial<Entities>) {
  let entities: Entities = { ...normalize({ id: 'i', object_type: 'INSPECTION' }).entities, ...given }
  let at: ReviewSearch = {}
  const edits: Edit[] = []
  const screen = createScreenStore()
  const run = (edit: Edit) => {
    const key = `new-${edits.push(edit)}`
    entities = overlay(entities, [{ key, edit }])
    return key
  }
  const queue = { run, runAll: (all: readonly Edit[]) => all.forEach(run), getState: () => ({ made: {} }) }
  const look = () => {
    const review = reviewOf('i', entities)
    const finding = review.findings.find((one) => one.id === at.damage) ?? null
    const picture = review.pictures.find((one) => one.id === at.image) ?? review.pictures[0] ?? null
    return { review, finding, picture }
  }
  return {
    edits,
    screen,
    look,
    act: () =>
      actionsOf({ ...look(), queue, screen, canEdit: true }, (search) => {
        at = search
      }),
  }
}

const unknown = (id: string) => ({ id, partType: 'ignore' as const, damageType: 'dent' as const })

describe('a severity', () => {
  it('of a damage whose part is unknown asks for the part first', () => {
    const desk = openDesk({ damages: { a: unknown('a'), b: unknown('b') } })
    desk.act().choose(desk.look().review.findings[0] ?? null)
    desk.act().setLevel(1)
    expect(desk.edits).toEqual([])
    expect(desk.screen.getState().dialog).toBe('part')

    desk.act().setPart('hood')
    expect(desk.edits).toEqual([
      { kind: 'damage', damageId: 'a', partType: 'hood', isConfirmed: true },
      { kind: 'severity', partType: 'hood', severityId: null, fields: { level: 1 } },
    ])
    const levels = desk.look().review.findings.map(({ id, level }) => [id, level])
    expect(Object.fromEntries(levels)).toEqual({ a: 1, b: null })
  })

  it('goes to the severity that the chosen part has already', () => {
    const customSeverity = { level: 3, pricing: null, repairOperation: { REPLACE: false } }
    const desk = openDesk({
      damages: { a: unknown('a') },
      severityResults: { s: { id: 's', label: 'hood', value: { customSeverity } } },
    })
    desk.act().choose(desk.look().review.findings[0] ?? null)
    desk.act().setOperation('replace')
    desk.act().setPart('hood')
    expect(desk.edits[1]).toMatchObject({ kind: 'severity', severityId: 's' })
  })

  it('is given up when the reviewer closes the question', () => {
    const desk = openDesk({ damages: { a: unknown('a') } })
    desk.act().choose(desk.look().review.findings[0] ?? null)
    desk.act().setLevel(2)
    desk.act().closeDialog()
    desk.act().setPart('hood')
    expect(desk.edits.map(({ kind }) => kind)).toEqual(['damage'])
  })
})

describe('a drawn damage', () => {
  const images = { p: { id: 'p', path: '/p', label: 'P1' } }
  const polygon: [number, number][] = [
    [0, 0],
    [9, 0],
    [9, 9],
  ]

  it('is asked for its part, then its type, and saved with both', () => {
    const desk = openDesk({ images })
    desk.act().askDrawn(polygon)
    expect(desk.edits).toEqual([])
    expect(desk.screen.getState().dialog).toBe('part')
    desk.act().setPart('hood')
    expect(desk.edits).toEqual([])
    expect(desk.screen.getState().dialog).toBe('type')
    desk.act().setType('dent')
    expect(desk.edits).toEqual([
      { kind: 'create', imageId: 'p', damageType: 'dent', partType: 'hood', polygon },
    ])
    expect(desk.screen.getState()).toMatchObject({ dialog: null, drawn: null, tool: 'select' })
    expect(desk.look().finding).toMatchObject({ partType: 'hood', damageType: 'dent' })
  })

  it('goes back to the drawing when the question is closed', () => {
    const desk = openDesk({ images })
    desk.screen.setState({ tool: 'draw', draft: polygon })
    desk.act().askDrawn(polygon)
    desk.act().closeDialog()
    expect(desk.edits).toEqual([])
    expect(desk.screen.getState()).toMatchObject({ dialog: null, drawn: null, tool: 'draw', draft: polygon })
  })
})

/** Eleven damages on seven pictures: as mixed as models find them. */
function found(): Partial<Entities> {
  const places = [3, 0, 6, 1, 3, 5, 0, 2, 4, 6, 1]
  const images = Array.from({ length: 7 }, (_, n) => ({
    id: `p${n}`,
    path: `/${n}`,
    label: `P${n + 1}`,
    additionalData: { alpha: ((n * 3) % 7) * 45 },
  }))
  const damages = places.map((_, n) => ({ id: `d${n}`, label: `D${n + 1}`, confidence: 0.9 - n / 20 }))
  const views = places.map((place, n) => ({
    id: `v${n}`,
    damageId: `d${n}`,
    imageId: `p${place}`,
    confidence: 0.5,
    boundingBox: { xmin: (n * 37) % 200, ymin: 0, width: 10, height: 10 },
  }))
  const byId = <One extends { id: string }>(all: readonly One[]) =>
    Object.fromEntries(all.map((one) => [one.id, one]))
  return { images: byId(images), damages: byId(damages), views: byId(views) }
}

it('eleven damages are cleared with twelve keys, and each picture is looked at once', () => {
  const desk = openDesk(found())
  const labels = Object.fromEntries(desk.look().review.findings.map(({ id, label }) => [id, label]))
  const pictures = [desk.look().picture?.id]
  let keys = 0
  const press = (key: () => void) => {
    key()
    keys += 1
    const { picture } = desk.look()
    if (picture?.id !== pictures.at(-1)) pictures.push(picture?.id)
  }
  press(() => desk.act().stepFinding(1))
  for (let left = 11; desk.look().review.findings.some((one) => one.state === 'proposed'); left--) {
    expect(left).toBeGreaterThan(0)
    press(() => (left % 4 === 0 ? desk.act().reject() : desk.act().confirm()))
  }
  expect(keys).toBeLessThanOrEqual(12)
  expect(new Set(pictures).size).toBe(pictures.length)
  const after = desk.look().review.findings
  expect(Object.fromEntries(after.map(({ id, label }) => [id, label]))).toEqual(labels)
})
