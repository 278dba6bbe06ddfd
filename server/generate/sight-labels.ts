/** Azimuth in degrees: 0 is the front of the vehicle, 90 its left side, 180 its back, 270 its right side. */
const CENTRED: Record<string, number> = {
  front: 0,
  'front-low': 0,
  'front-undercarriage': 0,
  hood: 0,
  'hood-windshield': 0,
  windshield: 0,
  rear: 180,
  'rear-low': 180,
  'rear-roof': 180,
  'rear-zoomed': 180,
}

/** Of the left side, by the label without its side; the right side is the mirror image. */
const SIDED: Record<string, number> = {
  'beauty-shot': 35,
  'front-bumper-side': 25,
  headlight: 25,
  'front-lateral-full': 35,
  'front-fender': 42,
  'front-door': 57,
  'front-lateral': 60,
  'front-roof': 61,
  'front-lateral-low': 70,
  'front-tire': 70,
  'front-penny-test': 70,
  doors: 90,
  'front-wheel': 90,
  lateral: 90,
  'lateral-full': 90,
  'lateral-low': 90,
  mirror: 90,
  'rear-wheel': 90,
  'rocker-panel': 90,
  'rear-lateral-low': 110,
  'rear-tire': 110,
  'rear-penny-test': 110,
  'rocker-panel-rear': 120,
  'rear-door': 128,
  'rear-lateral': 128,
  'rear-fender': 135,
  'rear-lateral-full': 145,
  rear: 155,
  'rear-bumper-side': 155,
  'rear-up': 155,
  taillight: 155,
  'rear-roof': 157,
}

// The catalogue has this one label for both sides; all fourteen drawings show the side their position says.
const BOTH_SIDES = 'lateral-left'

const POSITION_OFF_MAX = 15

/**
 * The label says roughly where the camera stands. The catalogue's position is more exact where the two agree; where
 * they do not, the position holds the tilt of the camera instead.
 */
export function azimuthOf(label: string, position: number): number {
  const wanted = label === BOTH_SIDES && position > 180 ? 270 : labelAzimuth(label)
  const off = Math.abs(((position - wanted + 540) % 360) - 180)
  return off <= POSITION_OFF_MAX ? position : wanted
}

function labelAzimuth(label: string): number {
  const words = label.split('-')
  const side = words.find((word) => word === 'left' || word === 'right')
  const rest = words.filter((word) => word !== side).join('-')
  const azimuth = side ? SIDED[rest] : CENTRED[label]
  if (azimuth === undefined) throw new Error(`no azimuth is known for the label ${label}`)
  return side === 'right' ? 360 - azimuth : azimuth
}

/** On these drawings the whole vehicle is in the picture. */
const WHOLE = /^(front|rear|front-low|rear-low|beauty-shot-.*|(front-|rear-)?lateral-full-.*)$/
/** On these one part fills the picture, so that a detector of vehicles has nothing to hold on to. */
const CLOSE_UP =
  /wheel|tire|penny|mirror|headlight|taillight|^windshield|roof|undercarriage|rocker-panel-rear/

export const isWhole = (label: string) => WHOLE.test(label)
export const isCloseUp = (label: string) => CLOSE_UP.test(label)

const DIRECTIONS = ['front', 'front_left', 'left', 'back_left', 'back', 'back_right', 'right', 'front_right']

/** What of the vehicle the picture is about: a side of it, or a room or part that belongs to no side. */
export function zoneOf(label: string, category: string, azimuth: number | null): string {
  if (category === 'interior') return 'interior'
  if (azimuth === null) return 'other'
  if (/roof/.test(label)) return 'roof'
  if (/undercarriage/.test(label)) return 'undercarriage'
  return DIRECTIONS[Math.round(azimuth / 45) % 8] ?? 'other'
}
