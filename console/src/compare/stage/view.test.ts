import { describe, expect, it } from 'vitest'
import type { Sighting } from '../compare-model.ts'
import { followingView, placeView, toScreen, wholeView, zoomView } from './view.ts'

const PICTURE = { width: 4000, height: 3000 }
const FRAME = { width: 800, height: 600 }
const BOX = { xmin: 3000, ymin: 1000, width: 200, height: 100 }

const sighting = (fields: Partial<Sighting>): Sighting => ({
  damageId: null,
  imageId: 'i',
  isGone: false,
  polygons: [],
  box: BOX,
  score: null,
  lengthMm: null,
  lengthErrorMm: null,
  minResolvableMm: null,
  capturedAt: null,
  capturedAtSource: 'upload',
  sha256: '',
  alignment: null,
  ...fields,
})

describe('a view of a picture', () => {
  it('shows all of it, or the place in the middle', () => {
    expect(wholeView(PICTURE, FRAME)).toEqual({ x: 2000, y: 1500, scale: 0.2 })
    const view = placeView(BOX, PICTURE, FRAME)
    expect(toScreen(view, FRAME, [3100, 1050]).map(Math.round)).toEqual([400, 300])
    expect(view.scale).toBeCloseTo(2.2, 5)
  })

  it('leaves no gap beside a picture whose place is at its edge', () => {
    const view = placeView({ xmin: 0, ymin: 0, width: 200, height: 100 }, PICTURE, FRAME)
    expect(toScreen(view, FRAME, [0, 0]).map(Math.round)).toEqual([0, 0])
  })

  it('keeps what is under the pointer there', () => {
    const view = placeView(BOX, PICTURE, FRAME)
    const at = [3050, 1020] as const
    const before = toScreen(view, FRAME, at)
    const after = toScreen(zoomView(view, 1.5, before, { picture: PICTURE, frame: FRAME }), FRAME, at)
    expect(after.map(Math.round)).toEqual(before.map(Math.round))
  })

  it('is followed on the other picture by the alignment, and by the place where there is none', () => {
    const view = { x: 3100, y: 1050, scale: 1 }
    const alignment = [
      [0.5, 0, 10],
      [0, 0.5, 20],
      [0, 0, 1],
    ]
    expect(followingView(view, sighting({}), sighting({ alignment }))).toEqual({ x: 1560, y: 545, scale: 2 })
    const box = { xmin: 100, ymin: 100, width: 400, height: 200 }
    expect(followingView(view, sighting({}), sighting({ box }))).toEqual({ x: 300, y: 200, scale: 0.5 })
  })
})
