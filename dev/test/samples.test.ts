import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawPicture } from '../src/samples/draw-picture.ts'
import { DRAWN_VEHICLES, RENDERED_VEHICLES } from '../src/samples/sample-vehicles.ts'

const ROOT = join(import.meta.dirname, '../..')
const BYTES_MAX = 3_000_000
/** Fewer pixels are an issue of a picture's quality. */
const SHORT_SIDE_MIN_PX = 640

describe('rendered pictures', () => {
  const files = RENDERED_VEHICLES.flatMap(({ pictures }) =>
    readdirSync(join(ROOT, pictures)).map((name) => join(ROOT, pictures, name)),
  )

  it('are JPEGs with enough pixels for an analysis', async () => {
    for (const file of files) {
      const { format, width, height } = await sharp(file).metadata()
      expect(format).toBe('jpeg')
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(SHORT_SIDE_MIN_PX)
    }
  })

  it('are small, and come with the names of those whose work they show', () => {
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(BYTES_MAX)
    expect(existsSync(join(ROOT, 'docs/samples/NOTICE'))).toBe(true)
  })
})

describe('drawn pictures', () => {
  it.each(DRAWN_VEHICLES)('$name shows each of its damages inside the picture', async (vehicle) => {
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
