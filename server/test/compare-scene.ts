import type { Point } from '../src/core/contracts/findings.ts'
import { compare } from '../src/outputs/comparisons/method/compare.ts'
import { boxOf } from '../src/outputs/comparisons/method/geometry.ts'
import type {
  ComparedDamage,
  ComparedPicture,
  DamageGrid,
  Side,
} from '../src/outputs/comparisons/method/types.ts'

export const [WIDTH, HEIGHT, SIDE] = [320, 240, 112]

/** A vehicle as rectangles of grey on a plain ground, the same for every test. */
const SHAPES = drawShapes()
function drawShapes() {
  let state = 5
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  return Array.from({ length: 90 }, () => ({
    x: next() * WIDTH,
    y: next() * HEIGHT,
    width: 6 + next() * 30,
    height: 6 + next() * 30,
    grey: 60 + next() * 140,
  })).filter(({ x, y, width, height }) => x + width < 120 || x > 210 || y + height < 85 || y > 160)
}

/** Half a pixel to each cell. */
const SCENE = new Uint8Array(WIDTH * 2 * HEIGHT * 2).fill(110)
for (const { x, y, width, height, grey } of SHAPES)
  for (let v = Math.floor(y * 2); v < Math.min(HEIGHT * 2, (y + height) * 2); v++)
    SCENE.fill(
      grey,
      v * WIDTH * 2 + Math.floor(x * 2),
      v * WIDTH * 2 + Math.min(WIDTH * 2, Math.floor((x + width) * 2)),
    )

const greyAt = (x: number, y: number) =>
  x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT
    ? 110
    : (SCENE[Math.floor(y * 2) * WIDTH * 2 + Math.floor(x * 2)] ?? 0)

export type Look = (grey: number, x: number, y: number) => number
/** The scene as a camera sees it that stands a little aside: larger, and shifted. */
const [GROWN, RIGHT, DOWN] = [1.06, 5, -4]
export const seen = ([x, y]: Point): Point => [x * GROWN + RIGHT, y * GROWN + DOWN]

function raster(isAside: boolean, look: Look) {
  const pixels = new Uint8Array(WIDTH * HEIGHT)
  for (let at = 0; at < pixels.length; at++) {
    const [u, v] = [at % WIDTH, Math.floor(at / WIDTH)]
    const [x, y] = isAside ? [(u - RIGHT) / GROWN, (v - DOWN) / GROWN] : [u, v]
    pixels[at] = Math.max(0, Math.min(255, look(greyAt(x, y), x, y)))
  }
  return { pixels, width: WIDTH, height: HEIGHT }
}

const PANEL: Point[] = [
  [60, 50],
  [260, 50],
  [260, 200],
  [60, 200],
]
export const DAMAGE: Point[] = [
  [140, 105],
  [186, 108],
  [184, 138],
  [142, 136],
]
export const inDamage = (x: number, y: number) => x > 140 && x < 186 && y > 105 && y < 138
export const plain: Look = (grey) => grey
export const damaged: Look = (grey, x, y) => (inDamage(x, y) && (x + 2 * y) % 14 < 7 ? grey - 70 : grey)

export function picture(
  image_id: string,
  isAside: boolean,
  look: Look,
  more: Partial<ComparedPicture> = {},
): ComparedPicture {
  const polygon = isAside ? PANEL.map(seen) : PANEL
  return {
    image_id,
    width: WIDTH,
    height: HEIGHT,
    viewpoint: 'left',
    is_close_up: false,
    sibling_of: null,
    parts: [
      { part_type: 'door_front_left', polygons: [polygon], bounding_box: boxOf([polygon]), confidence: 0.9 },
    ],
    mm_per_pixel: 4,
    mm_error_share: 0.3,
    quality: null,
    captured_at: null,
    captured_at_source: 'upload',
    sha256: image_id,
    perceptual_hash: null,
    software: null,
    raster: raster(isAside, look),
    ...more,
  }
}

export function damage(
  damage_id: string,
  image_id: string,
  polygon: Point[],
  more: Partial<ComparedDamage> = {},
): ComparedDamage {
  const sighting = {
    image_id,
    polygons: [polygon],
    bounding_box: boxOf([polygon]),
    score: 0.7,
    length_mm: 180,
    length_error_mm: 50,
  }
  return {
    damage_id,
    damage_type: 'dent',
    part_type: 'door_front_left',
    is_added_by_person: false,
    sightings: [sighting],
    ...more,
  }
}

export const side = (pictures: ComparedPicture[], damages: ComparedDamage[] = []): Side => ({
  inspection_id: 'any',
  created_at: '2026-01-01T00:00:00Z',
  vin: null,
  plate: null,
  pictures,
  damages,
})

/** A network that answers the same everywhere, and keeps which pictures it was asked about. */
export function networkOf(probability = 0, gridSide = SIDE) {
  const searched: string[] = []
  const search = async (ids: string[]) => {
    searched.push(...ids)
    const classes: DamageGrid['classes'] = [{ name: 'dent', damage_type: 'dent' }]
    const masks = new Float32Array(gridSide * gridSide).fill(probability)
    const grid = { side: gridSide, classes, masks, present: Float32Array.of(0) }
    return new Map(ids.map((image_id) => [image_id, { image_id, ...grid }]))
  }
  return { search, searched }
}

export const ASIDE = DAMAGE.map(seen)
export const returned = () => side([picture('now', false, damaged)], [damage('d1', 'now', DAMAGE)])
export const compareSides = (before: Side, now: Side, { search } = networkOf()) =>
  compare(before, now, SIDE, search)
export async function verdictsOf(before: Side, now: Side, network = networkOf()) {
  const { places } = await compareSides(before, now, network)
  return places.map((place) => [place.proposed_verdict, ...place.reasons.map(({ reason }) => reason)])
}
