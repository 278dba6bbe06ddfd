/** One picture that a person is asked for. */
export type CaptureStep = {
  kind: 'walk' | 'close_up' | 'document'
  /** Where the camera stands, in degrees: 0 front, 90 left side of the vehicle, 180 back, 270 right side. Null inside and for papers. */
  azimuth: number | null
  /** What the picture shows. `vehicle`: all of it, from outside. */
  shows: 'vehicle' | 'wheel' | 'part' | 'interior' | 'text'
}

export const WALKS = [8, 12, 16] as const
export type Walk = (typeof WALKS)[number]

const CLOSE_UPS = {
  wheel_front_left: { kind: 'close_up', azimuth: 70, shows: 'wheel' },
  wheel_back_left: { kind: 'close_up', azimuth: 110, shows: 'wheel' },
  wheel_back_right: { kind: 'close_up', azimuth: 250, shows: 'wheel' },
  wheel_front_right: { kind: 'close_up', azimuth: 290, shows: 'wheel' },
  windshield: { kind: 'close_up', azimuth: 0, shows: 'part' },
  dashboard: { kind: 'close_up', azimuth: null, shows: 'interior' },
  front_seats: { kind: 'close_up', azimuth: null, shows: 'interior' },
  rear_seats: { kind: 'close_up', azimuth: null, shows: 'interior' },
  trunk: { kind: 'close_up', azimuth: null, shows: 'interior' },
} as const satisfies Record<string, CaptureStep>

const DOCUMENTS = {
  plate: { kind: 'document', azimuth: null, shows: 'text' },
  vin: { kind: 'document', azimuth: null, shows: 'text' },
  odometer: { kind: 'document', azimuth: null, shows: 'text' },
  registration: { kind: 'document', azimuth: null, shows: 'text' },
} as const satisfies Record<string, CaptureStep>

/** Three digits, so that the names sort as the walk goes. */
const nameOfAzimuth = (azimuth: number) => `around_${String(Math.round(azimuth)).padStart(3, '0')}`

const azimuthsOf = (walk: Walk) => Array.from({ length: walk }, (_, n) => (n * 360) / walk)

const WALK_STEPS = Object.fromEntries(
  [...new Set(WALKS.flatMap(azimuthsOf))]
    .toSorted((a, b) => a - b)
    .map((azimuth): [string, CaptureStep] => [
      nameOfAzimuth(azimuth),
      { kind: 'walk', azimuth, shows: 'vehicle' },
    ]),
)

/** Every picture that a person can be asked for, by its name. */
export const CAPTURE_STEPS: Readonly<Record<string, CaptureStep>> = {
  ...WALK_STEPS,
  ...CLOSE_UPS,
  ...DOCUMENTS,
}
export const CAPTURE_STEP_NAMES: readonly string[] = Object.keys(CAPTURE_STEPS)

/** The steps of a walk around the vehicle with so many pictures, in its order: from the front over its left side. */
export function stepsOfWalk(walk: Walk): string[] {
  return azimuthsOf(walk).map(nameOfAzimuth)
}

/** The row of a name that came from outside, which may be of a newer service. */
export function findCaptureStep(name: string): CaptureStep | undefined {
  return Object.hasOwn(CAPTURE_STEPS, name) ? CAPTURE_STEPS[name] : undefined
}
