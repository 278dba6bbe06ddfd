import { describe, expect, it } from 'vitest'
import type { FoundPart, Point } from '../../../core/contracts/findings.ts'
import type { PictureFacts } from '../../damage/picture-facts.ts'
import type { Vehicle } from '../../detect-vehicle.ts'
import type { Sight } from '../../sights.ts'
import { minResolvableMm, type Scale, scaleOf, sizeOf, sizeOnPart } from './damage-size.ts'

const image = { image_width: 2000, image_height: 1500, vehicle_type: 'sedan' }
const box = { left: 0.1, top: 0.3, right: 0.9, bottom: 0.8 }
const vehicle: Vehicle = { kind: 'car', score: 0.9, box }

/** With a sight of this direction. */
function factsAt(azimuth: number | null, changes: Partial<PictureFacts> = {}): PictureFacts {
  const sight: Sight = {
    category: 'exterior',
    label: 'lateral-full-left',
    vehicle: 'all',
    azimuth,
    height: 'mid',
    distance: null,
    wheel_name: null,
    close_up: false,
    whole_vehicle: true,
    zone: 'left',
  }
  return { sight: azimuth === null ? null : sight, azimuth, vehicle, whole: box, centers_on: [], ...changes }
}

/** A rectangle of these sides in pixels, turned. */
function rectangle(width: number, height: number, degrees: number): Point[] {
  const angle = (degrees * Math.PI) / 180
  const corners: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  return corners.map(([x, y]) => [
    500 + x * Math.cos(angle) - y * Math.sin(angle),
    500 + x * Math.sin(angle) + y * Math.cos(angle),
  ])
}

function seen(part_type: FoundPart['part_type'], xmin: number, width: number): FoundPart {
  return { part_type, confidence: 0.9, bounding_box: { xmin, ymin: 500, width, height: 100 }, polygons: [] }
}

describe('scaleOf', () => {
  it('measures a known type by its width from the sight', () => {
    // A sedan of 485 cm fills 1600 pixels from the side, one of 183 cm from the front.
    expect(scaleOf(factsAt(90), image, [])).toMatchObject({ source: 'sight', mm_per_px: 4850 / 1600 })
    expect(scaleOf(factsAt(0), image, [])?.mm_per_px).toBeCloseTo(1830 / 1600)
    expect(scaleOf(factsAt(35), image, [])?.mm_per_px).toBeCloseTo((4850 * 0.5736 + 1830 * 0.8192) / 1600, 3)
  })

  it('measures by the height where the direction is not known, and by a mean car where the type is not', () => {
    expect(scaleOf(factsAt(null), image, [])).toEqual({
      source: 'vehicle_type',
      mm_per_px: 1450 / 750,
      error: 0.3,
      azimuth: null,
      seen_azimuth: null,
    })
    const unknown = scaleOf(factsAt(90), { ...image, vehicle_type: 'car' }, [])
    expect(unknown?.source).toBe('vehicle_type')
    expect(unknown?.mm_per_px).toBeCloseTo((((485 + 430 + 462) / 3) * 10) / 1600)
  })

  it('measures by large parts that are seen whole, the largest of them by what it should be', () => {
    const parts = [seen('trunk', 400, 1250), seen('bumper_back', 400, 400), seen('windshield_back', 0, 1900)]
    const by = (facts: PictureFacts, more: Partial<typeof image> = {}) =>
      scaleOf(facts, { ...image, vehicle_type: null, ...more }, parts)
    // A trunk of 125 cm on 1250 pixels. Of the bumper not all is seen, and the windshield goes on beyond the picture.
    expect(by(factsAt(null))).toMatchObject({ source: 'part', mm_per_px: 1, error: 0.3, azimuth: null })
    // The pixels say that the trunk is seen from behind, or edge on.
    expect(by(factsAt(null, { azimuth: 180 }))).toMatchObject({ mm_per_px: 1, seen_azimuth: 180 })
    expect(by(factsAt(null, { azimuth: 90 }))).toMatchObject({ source: 'vehicle_type' })
    expect(by(factsAt(null, { whole: null, vehicle: null }))?.mm_per_px).toBe(1)
    // From behind aside, at 150 degrees, its width is seen at a cosine of 0.866.
    expect(by(factsAt(150))?.mm_per_px).toBeCloseTo(0.866, 3)
    expect(by(factsAt(180), { vehicle_type: 'sedan' })?.source).toBe('sight')
    expect(by(factsAt(null), { vehicle_type: 'hgv' })).toBeNull()
  })

  it('does not measure by a piece of a part, which would make the vehicle higher than vehicles are', () => {
    // A bumper of 172 cm on 200 pixels: a vehicle of 750 pixels would be more than six metres high.
    const piece = seen('bumper_back', 400, 200)
    const facts = factsAt(null, { whole: null })
    expect(scaleOf(facts, { ...image, vehicle_type: null }, [piece])).toBeNull()
    expect(scaleOf({ ...facts, vehicle: null }, { ...image, vehicle_type: null }, [piece])?.mm_per_px).toBe(
      8.6,
    )
  })

  it('measures nothing on close-ups, on trucks, and on types it has no size of', () => {
    expect(scaleOf(factsAt(90, { whole: null }), image, [])).toBeNull()
    expect(scaleOf(factsAt(90), { ...image, vehicle_type: 'hgv' }, [])).toBeNull()
    const truck = { ...vehicle, kind: 'truck' as const }
    expect(scaleOf(factsAt(90, { vehicle: truck }), { ...image, vehicle_type: null }, [])).toBeNull()
  })
})

describe('sizeOf', () => {
  const scale: Scale = { source: 'sight', mm_per_px: 2, error: 0.15, azimuth: null, seen_azimuth: null }

  it('is the longer side of the smallest rectangle, with its error bar', () => {
    expect(sizeOf(rectangle(100, 20, 0), 'ignore', scale)).toEqual({
      size_cm: 20,
      size_cm_low: 17,
      size_cm_high: 23,
      scale_source: 'sight',
    })
    expect(sizeOf(rectangle(100, 20, 37), 'ignore', scale)?.size_cm).toBeCloseTo(20)
    expect(
      sizeOf(rectangle(100, 20, 37), 'ignore', { ...scale, source: 'vehicle_type', error: 0.3 }),
    ).toEqual({
      size_cm: 20,
      size_cm_low: 14,
      size_cm_high: 26,
      scale_source: 'vehicle_type',
    })
  })

  it('stretches what is seen aslant by the face its part has', () => {
    const corner: Scale = { ...scale, azimuth: 30 }
    // From 30 degrees the side is seen at a cosine of 0.5, the front at 0.866.
    expect(sizeOf(rectangle(100, 20, 0), 'door_front_left', corner)?.size_cm).toBe(40)
    expect(sizeOf(rectangle(100, 20, 0), 'bumper_front', corner)?.size_cm).toBe(23.1)
    expect(sizeOf(rectangle(20, 100, 0), 'door_front_left', corner)?.size_cm).toBe(20)
    // Not knowing the part, the bar reaches from the one to the other.
    expect(sizeOf(rectangle(100, 20, 0), 'ignore', corner)).toEqual({
      size_cm: 23.1,
      size_cm_low: 19.6,
      size_cm_high: 46,
      scale_source: 'sight',
    })
  })

  it('measures nothing edge on or lying flat', () => {
    expect(sizeOf(rectangle(100, 20, 0), 'door_front_left', { ...scale, azimuth: 5 })).toBeNull()
    expect(sizeOf(rectangle(100, 20, 0), 'hood', scale)).toBeNull()
    // Where only the pixels tell the direction, to the next 45 degrees.
    const fromFront = { ...scale, seen_azimuth: 0 }
    expect(sizeOf(rectangle(100, 20, 0), 'door_front_left', fromFront)).toBeNull()
    expect(sizeOf(rectangle(100, 20, 0), 'bumper_front', fromFront)?.size_cm).toBe(20)
    expect(sizeOf(rectangle(100, 20, 0), 'ignore', fromFront)?.size_cm).toBe(20)
    expect(sizeOf(rectangle(100, 20, 0), 'door_front_left', { ...scale, seen_azimuth: 45 })?.size_cm).toBe(20)
    expect(sizeOf(rectangle(100, 20, 0), 'ignore', null)).toBeNull()
  })

  it('never says more than the part has', () => {
    expect(sizeOf(rectangle(1000, 20, 0), 'head_light_left', scale)?.size_cm).toBeCloseTo(
      Math.hypot(62, 26),
      1,
    )
  })

  it('never says nothing is there', () => {
    expect(sizeOf(rectangle(0.1, 0.1, 0), 'ignore', { ...scale, mm_per_px: 0.1 })?.size_cm_low).toBe(0.1)
  })
})

describe('sizeOnPart', () => {
  const image = { width: 1000, height: 800 }
  const lamp = (xmin: number): FoundPart => ({
    part_type: 'head_light_left',
    confidence: 0.9,
    // Seen aslant: half as wide as it would be squarely.
    bounding_box: { xmin, ymin: 300, width: 62, height: 52 },
    polygons: [],
  })
  const spot = (width: number, height: number): Point[] => [
    [500, 310],
    [500 + width, 310],
    [500 + width, 310 + height],
    [500, 310 + height],
  ]

  it('measures a damage against the part it is on, however aslant both are seen', () => {
    // Ten pixels of 62 are ten of 62 centimetres.
    expect(sizeOnPart(spot(10, 4), lamp(480), image)).toEqual({
      size_cm: 10,
      size_cm_low: 5,
      size_cm_high: 15,
      scale_source: 'part',
    })
  })

  it('does not measure by a part that goes around a corner, or is seen edge on', () => {
    const side: FoundPart = {
      part_type: 'bumper_front',
      confidence: 0.9,
      // The end of it that is seen from the side: 47 of 172 cm.
      bounding_box: { xmin: 300, ymin: 300, width: 155, height: 170 },
      polygons: [],
    }
    expect(sizeOnPart(spot(66, 20), side, image)).toBeNull()
    expect(
      sizeOnPart(spot(66, 20), { ...side, bounding_box: { ...side.bounding_box, width: 500 } }, image),
    ).not.toBeNull()
  })

  it('measures on a hood by the hood, which lies flat', () => {
    const hood: FoundPart = {
      part_type: 'hood',
      confidence: 0.9,
      // Seen from the front: a metre of metal is a sixth of the width.
      bounding_box: { xmin: 300, ymin: 300, width: 290, height: 50 },
      polygons: [],
    }
    // Half of the way from the grill to the windshield.
    expect(sizeOnPart(spot(10, 25), hood, image)?.size_cm).toBe(52.5)
    // From the side it is a strip.
    const strip = { ...hood, bounding_box: { ...hood.bounding_box, width: 400, height: 40 } }
    expect(sizeOnPart(spot(10, 25), strip, image)).toBeNull()
  })

  it('never says more than the part has', () => {
    expect(sizeOnPart(spot(170, 100), lamp(480), image)?.size_cm).toBeCloseTo(Math.hypot(62, 26), 1)
  })

  it('says nothing where the part is cut off, not seen, or of no known size', () => {
    expect(sizeOnPart(spot(10, 4), lamp(0), image)).toBeNull()
    expect(sizeOnPart(spot(10, 4), undefined, image)).toBeNull()
    expect(sizeOnPart(spot(10, 4), { ...lamp(480), part_type: 'roof' }, image)).toBeNull()
  })
})

describe('minResolvableMm', () => {
  it('is eight pixels', () => {
    const scale: Scale = { source: 'sight', mm_per_px: 1.62, error: 0.15, azimuth: null, seen_azimuth: null }
    expect(minResolvableMm(scale)).toBe(13)
    expect(minResolvableMm(null)).toBeNull()
  })
})
