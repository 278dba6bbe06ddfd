import { stepsOfWalk, type Walk } from '@walkaround/catalog/capture-steps'
import type { CaptureProfile } from './profile-schema.ts'

const stepOf = (step: string, is_required: boolean) => ({ step, is_required, must_pass: false })
const requireStep = (step: string) => stepOf(step, true)
const offerStep = (step: string) => stepOf(step, false)

/** No step must pass: whoever stands before the car with a poor camera still gets to the end. */
function walkProfile(walk: Walk, name: string, others: CaptureProfile['steps']): CaptureProfile {
  return {
    id: `walk-${walk}`,
    object_type: 'CAPTURE_PROFILE',
    created_at: null,
    created_by: null,
    name,
    steps: [...stepsOfWalk(walk).map(requireStep), ...others],
    vehicle_types: {},
    damages_max: 10,
    consent: {},
    asks_location: false,
    keeps_own_plate: null,
    version: 1,
  }
}

const WHEELS = ['wheel_front_left', 'wheel_back_left', 'wheel_back_right', 'wheel_front_right']

/** The profiles that every organization has. They cannot be changed; an organization adds its own. */
export const SHIPPED_PROFILES: readonly CaptureProfile[] = [
  walkProfile(8, 'Short walk, 8 pictures', [offerStep('plate')]),
  walkProfile(12, 'Walk of 12 pictures', ['plate', 'odometer'].map(offerStep)),
  walkProfile(16, 'Long walk, 16 pictures', [
    ...WHEELS.map(requireStep),
    ...['dashboard', 'plate', 'vin', 'odometer', 'registration'].map(offerStep),
  ]),
]

export const DEFAULT_PROFILE_ID = 'walk-12'
