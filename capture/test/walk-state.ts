import type { Shot } from '../src/kept/shots.ts'
import type { Capture, CaptureStep, Walk } from '../src/kept/walks.ts'
import { IDLE } from '../src/sending/sender.ts'
import type { Act } from '../src/walk/actions.ts'
import type { WalkState } from '../src/walk/store.ts'

export function shotOf(number: number, place: string, fields: Partial<Shot> = {}): Shot {
  const [, damageKey, near] = /^damage\/(.+)\/(wide|near)$/.exec(place) ?? []
  const shot = near === 'near' ? 'near' : 'wide'
  return {
    number,
    walkId: 'w',
    place,
    body: damageKey ? { step: 'damage', damageKey, shot, note: 'Door' } : { step: 'around_000' },
    idempotencyKey: `${number}`,
    thumbnail: null,
    issue: null,
    isAccepted: false,
    state: 'kept',
    tries: 0,
    imageId: null,
    refusal: null,
    ...fields,
  }
}

const step = (name: string): CaptureStep => ({
  step: name,
  kind: 'walk',
  azimuth: 0,
  viewpoint: null,
  isRequired: true,
  mustPass: false,
  verdict: 'missing',
  reasons: [],
  imageId: null,
  path: null,
  reading: null,
})

/** A walk with two photos to take. */
export function stateOf(shots: Shot[], damages: Capture['damages'] = []): WalkState {
  const capture = {
    steps: ['around_000', 'around_180'].map(step),
    damages,
    damagesMax: 4,
  } as Partial<Capture>
  const walk: Walk = {
    id: 'w',
    secret: 's',
    key: {} as Walk['key'],
    inspectionId: 'i',
    capture: capture as Capture,
    consentedAtMs: 1,
    sharesLocation: false,
    skipped: [],
    told: {},
    wantsFinish: false,
    refusedFor: [],
    finished: null,
    end: null,
  }
  return { walk, shots, status: IDLE, isLeading: true }
}

/** Writes down where the person is led. */
export function actsOf(fields: Partial<Act> = {}) {
  const views: unknown[] = []
  const act = { show: (view: unknown) => views.push(view), ...fields } as unknown as Act
  return { act, views }
}
