import { describe, expect, it } from 'vitest'
import { pointOn } from './use-camera.ts'

/** A wide picture in the middle of a tall room: bars of 60 above and below. */
const video = {
  videoWidth: 4000,
  videoHeight: 3000,
  getBoundingClientRect: () => ({ left: 10, top: 20, width: 400, height: 420 }),
}

describe('pointOn', () => {
  it.each([
    ['the middle', 210, 230, { x: 0.5, y: 0.5 }],
    ['the upper left corner', 10, 80, { x: 0, y: 0 }],
    ['the lower right corner', 410, 380, { x: 1, y: 1 }],
    ['the bar above', 210, 60, null],
    ['the bar below', 210, 400, null],
  ])('%s', (_name, clientX, clientY, point) => {
    expect(pointOn(video, { clientX, clientY })).toEqual(point)
  })
})
