import { describe, expect, it } from 'vitest'
import { drawPartMap } from '../../../../test/part-map.ts'
import type { WheelName } from '../../../core/contracts/findings.ts'
import { wheelsBesidesMap, wheelsOnMap } from './wheels-on-map.ts'

const SIZE = { width: 4000, height: 3000 }

it('names the wheels of a vehicle, the nearer one first, in shares of the picture', () => {
  const map = drawPartMap(
    (x, y) => (x < 2 && y >= 4 ? 'wheel_front' : x === 6 && y >= 5 ? 'wheel_back' : 'door_front'),
    () => 0.9,
  )
  expect(wheelsOnMap(map, SIZE)).toMatchObject([
    { wheel_name: 'wheel_front_left', box: { xmin: expect.closeTo(0, 1), width: expect.closeTo(0.25, 1) } },
    { wheel_name: 'wheel_back_left', box: { xmin: expect.closeTo(0.75, 1), ymin: expect.closeTo(0.65, 1) } },
  ])
})

it('leaves out a wheel whose side cannot be told', () => {
  const map = drawPartMap(
    (_, y) => (y >= 4 ? 'wheel_front' : 'door_front'),
    () => 0.55,
  )
  expect(wheelsOnMap(map, SIZE)).toEqual([])
})

describe('wheelsBesidesMap', () => {
  const wheel = <Name extends WheelName | null>(wheel_name: Name, x: number, width = 0.2) => ({
    wheel_name,
    confidence: 0.9,
    box: { xmin: x - width / 2, ymin: 0.6, width, height: width },
  })
  const front = wheel('wheel_front_left', 0.25)
  const back = wheel('wheel_back_left', 0.75)
  const right = [wheel('wheel_back_right', 0.25), wheel('wheel_front_right', 0.75)]
  it.each([
    { name: 'one that the map lacks', onMap: [front], located: [front, back], kept: [back] },
    { name: 'all where the map has none', onMap: [], located: [front, back], kept: [front, back] },
    {
      name: 'the same two, named by a sight of the other side',
      onMap: right,
      located: [front, back],
      kept: [],
    },
    { name: 'another one on the other side', onMap: right.slice(0, 1), located: [back], kept: [] },
    {
      name: 'the same one in a wider box, named otherwise',
      onMap: [front],
      located: [wheel('wheel_back_left', 0.28, 0.35)],
      kept: [],
    },
    { name: 'one without a name', onMap: [front], located: [wheel(null, 0.75)], kept: [] },
  ])('$name', ({ onMap, located, kept }) => {
    expect(wheelsBesidesMap(onMap, located)).toEqual(kept)
  })
})
