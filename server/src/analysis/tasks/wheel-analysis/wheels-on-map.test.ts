import { expect, it } from 'vitest'
import { drawPartMap } from '../../../../test/part-map.ts'
import { wheelsOnMap } from './wheels-on-map.ts'

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
