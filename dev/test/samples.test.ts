import { describe, expect, it } from 'vitest'
import { drawPicture } from '../src/samples/draw-picture.ts'
import { SAMPLE_VEHICLES } from '../src/samples/sample-vehicles.ts'

describe('sample pictures', () => {
  it.each(SAMPLE_VEHICLES)('$name shows each of its damages inside the picture', async (vehicle) => {
    for (const view of ['front', 'left', 'rear', 'right'] as const) {
      const marks = vehicle.damages.filter((damage) => damage.view === view)
      const { jpeg, boxes } = await drawPicture({ ...vehicle, view, marks })
      expect([...jpeg.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
      expect(boxes).toHaveLength(marks.length)
      for (const { xmin, ymin, width, height } of boxes) {
        expect(Math.min(xmin, ymin)).toBeGreaterThan(0)
        expect(Math.min(width, height)).toBeGreaterThan(5)
        expect(xmin + width).toBeLessThan(1600)
        expect(ymin + height).toBeLessThan(1200)
      }
    }
  })

  it('are the same bytes each time, so that one made twice is one image', async () => {
    const draw = () => drawPicture({ body: 'van', paint: '#d9dcdf', view: 'front', marks: [] })
    expect((await draw()).jpeg.equals((await draw()).jpeg)).toBe(true)
  })

  it('show another picture where there is a damage', async () => {
    const plain = await drawPicture({ body: 'suv', paint: '#6f767e', view: 'rear', marks: [] })
    const marks = [{ part: 'bumper_back', kind: 'scratch', size_cm: 30 }] as const
    const scratched = await drawPicture({ body: 'suv', paint: '#6f767e', view: 'rear', marks })
    expect(plain.jpeg.equals(scratched.jpeg)).toBe(false)
  })
})
