import type { Issue, Shot } from '../kept/shots.ts'
import type { Capture, CaptureStep, Walk } from '../kept/walks.ts'

/** `again`: the phone or the service found something wrong, and the person has not said to keep it. */
export type PlaceState = 'missing' | 'kept' | 'checking' | 'good' | 'again'
type Verdict = Pick<CaptureStep, 'verdict' | 'reasons' | 'imageId'>

export type Place = {
  state: PlaceState
  shot: Shot | null
  /** What the service found, in the language of the link. */
  reasons: CaptureStep['reasons']
  issue: Issue | null
  refusal: string | null
}
export type StepProgress = Place & { step: CaptureStep; mayNotFinish: boolean }

/** One place of the walk: the last photo taken here on this phone, and what the service says. */
export function judgePlace(shots: readonly Shot[], place: string, told: Verdict): Place {
  const shot = shots.filter((one) => one.place === place).at(-1) ?? null
  const found = { shot, reasons: told.reasons, issue: shot?.issue ?? null, refusal: shot?.refusal ?? null }
  if (shot?.state === 'refused') return { ...found, reasons: [], state: 'again' }
  if (shot?.state === 'kept')
    return { ...found, reasons: [], state: shot.issue && !shot.isAccepted ? 'again' : 'kept' }
  const isAccepted = shot?.isAccepted ?? false
  if (told.verdict === 'retake') return { ...found, state: isAccepted ? 'good' : 'again' }
  if (told.verdict === 'checking')
    return { ...found, state: shot?.issue && !isAccepted ? 'again' : 'checking' }
  if (told.verdict === 'missing') return { ...found, state: shot ? 'checking' : 'missing' }
  // The service has looked at all of it and sees nothing wrong: that counts more than the quick look of the phone.
  return { ...found, issue: null, state: 'good' }
}

export function progressOf({ capture }: Walk, shots: readonly Shot[]): StepProgress[] {
  return (capture?.steps ?? []).map((step) => {
    const place = judgePlace(shots, step.step, step)
    const isMissing = place.state === 'missing' || place.shot?.state === 'refused'
    const isFailed = step.mustPass && step.verdict === 'retake' && place.shot?.state !== 'kept'
    return { step, ...place, mayNotFinish: (isMissing && step.isRequired) || isFailed }
  })
}

/** The next photo to take: the first that is missing and was not left out. */
export function nextStep(walk: Walk, progress: readonly StepProgress[]): StepProgress | undefined {
  return progress.find(({ state, step }) => state === 'missing' && !walk.skipped.includes(step.step))
}

export type DamageProgress = { damageKey: string; note: string; wide: Place; near: Place }

export function damagesOf({ capture }: Walk, shots: readonly Shot[]): DamageProgress[] {
  const local = shots.flatMap(({ body }) => body.damageKey ?? [])
  const told = new Map(capture?.damages.map((damage) => [damage.damageKey, damage]))
  const keys = new Set([...told.keys(), ...local])
  const nothing: Verdict = { verdict: 'missing', reasons: [], imageId: null }
  return [...keys].map((damageKey) => ({
    damageKey,
    note: shots.find(({ body }) => body.damageKey === damageKey)?.body.note ?? '',
    wide: judgePlace(shots, `damage/${damageKey}/wide`, told.get(damageKey)?.wide ?? nothing),
    near: judgePlace(shots, `damage/${damageKey}/near`, told.get(damageKey)?.near ?? nothing),
  }))
}

/** Of the damage that the place belongs to; nothing for a step of the walk. */
export function findDamage(walk: Walk, shots: readonly Shot[], place: string) {
  const [, key, shot] = /^damage\/(.+)\/(wide|near)$/.exec(place) ?? []
  const damage = damagesOf(walk, shots).find(({ damageKey }) => damageKey === key)
  return damage && { damage, shot: shot === 'near' ? ('near' as const) : ('wide' as const) }
}

export type PlacedPhoto = Place & { place: string }

/** The photos to take again: those of the walk, and those of damages. */
export function listAgain(walk: Walk, shots: readonly Shot[]): PlacedPhoto[] {
  const ofWalk = progressOf(walk, shots).map(({ step, ...judged }) => ({ ...judged, place: step.step }))
  const ofDamages = damagesOf(walk, shots).flatMap(({ damageKey, wide, near }) => [
    { ...wide, place: `damage/${damageKey}/wide` },
    { ...near, place: `damage/${damageKey}/near` },
  ])
  return [...ofWalk, ...ofDamages].filter(({ state }) => state === 'again')
}

export type Counts = { taken: number; total: number; safe: number; sent: number; waiting: number }

/** `safe`: on this phone or at the service. `sent`: the service has confirmed it. Never mixed. */
export function countPhotos(walk: Walk, shots: readonly Shot[]): Counts {
  const progress = progressOf(walk, shots)
  const wanted = progress.filter(
    ({ step, state }) => state !== 'missing' || !walk.skipped.includes(step.step),
  )
  const waiting = shots.filter(({ state }) => state === 'kept').length
  const sent = countSent(walk.capture, shots)
  return {
    taken: wanted.filter(({ state }) => state !== 'missing').length,
    total: wanted.length,
    safe: sent + waiting,
    sent,
    waiting,
  }
}

function countSent(capture: Capture | null, shots: readonly Shot[]): number {
  const waits = new Set(shots.filter(({ state }) => state === 'kept').map(({ place }) => place))
  const there = new Set([
    ...(capture?.steps ?? []).filter(({ imageId }) => imageId).map(({ step }) => step),
    ...(capture?.damages ?? []).flatMap(({ damageKey, wide, near }) => [
      ...(wide.imageId ? [`damage/${damageKey}/wide`] : []),
      ...(near.imageId ? [`damage/${damageKey}/near`] : []),
    ]),
    ...shots.filter(({ state }) => state === 'arrived').map(({ place }) => place),
  ])
  return [...there].filter((place) => !waits.has(place)).length
}
