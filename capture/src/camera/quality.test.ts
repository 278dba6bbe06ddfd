import { describe, expect, it } from 'vitest'
import { type Grey, greyOf, hintOf, issueOf, measure, motionBetween, WIDTH } from './quality.ts'

const HEIGHT = 180

/** A picture by its shades. */
function paint(shade: (x: number, y: number) => number): Grey {
  const rgba = new Uint8ClampedArray(WIDTH * HEIGHT * 4)
  for (let at = 0; at < WIDTH * HEIGHT; at++)
    rgba.fill(shade(at % WIDTH, Math.floor(at / WIDTH)), at * 4, at * 4 + 3)
  return greyOf(rgba, WIDTH, HEIGHT)
}
const stripes = (offset: number) => (x: number) => (Math.floor((x + offset) / 6) % 2 ? 180 : 70)
const sharp = paint(stripes(0))
const blurred = paint((x) => 125 + 50 * Math.sin(x / 12))

describe('the look of the phone at a photo', () => {
  it.each([
    ['sharp', sharp, null],
    ['blurred', blurred, 'blurred'],
    ['dark', paint((x) => stripes(0)(x) / 10), 'dark'],
    ['bright', paint(() => 250), 'bright'],
  ])('%s', (_name, picture, issue) => {
    expect(issueOf(measure(picture))).toBe(issue)
  })

  it('gives one hint: light, then motion, then sharpness, then level', () => {
    const moved = motionBetween(sharp, paint(stripes(4)))
    const still = motionBetween(sharp, sharp)
    expect(hintOf(measure(paint(() => 3)), moved, 20)).toBe('dark')
    expect(hintOf(measure(sharp), moved, 20)).toBe('motion')
    expect(hintOf(measure(blurred), still, 20)).toBe('blurred')
    expect(hintOf(measure(sharp), still, 20)).toBe('tiltLeft')
    expect(hintOf(measure(sharp), still, -20)).toBe('tiltRight')
    expect(hintOf(measure(sharp), still, 2)).toBe('good')
    expect(hintOf(measure(sharp), still, null)).toBe('good')
  })

  it('reads each pixel a few times at most', () => {
    const pixels = WIDTH * 320
    const rgba = countReads(new Uint8ClampedArray(pixels * 4).fill(90))
    const grey = greyOf(rgba.list, WIDTH, 320)
    expect(rgba.reads).toBe(3 * pixels)
    const luma = countReads(grey.luma)
    const counted = { ...grey, luma: luma.list }
    measure(counted)
    // Once for light, and for edges with the four around it.
    expect(luma.reads).toBeLessThanOrEqual(6 * pixels)
    luma.reads = 0
    motionBetween(counted, grey)
    expect(luma.reads).toBe(pixels)
  })
})

function countReads<T extends Uint8ClampedArray | Float32Array>(list: T) {
  const counted = { list, reads: 0 }
  counted.list = new Proxy(list, {
    get(target, key) {
      if (key === Symbol.iterator)
        return function* () {
          for (let at = 0; at < target.length; at++) yield counted.list[at]
        }
      if (typeof key === 'string' && /^\d+$/.test(key)) counted.reads++
      return Reflect.get(target, key, target)
    },
  })
  return counted
}
