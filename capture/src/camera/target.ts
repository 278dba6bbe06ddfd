import type { CreateCapturePictureBody } from '@walkaround/sdk'
import type { Shot } from '../kept/shots.ts'
import type { View } from '../walk/actions.ts'
import { findDamage, nextStep, progressOf } from '../walk/progress.ts'
import type { WalkState } from '../walk/store.ts'

type Step = CreateCapturePictureBody['step']

/** What is to be photographed now. */
export type Target = {
  body: CreateCapturePictureBody
  step: string
  azimuth: number | null
  /** The whole vehicle, or something near. */
  isWhole: boolean
  /** One line of text. */
  isLine: boolean
  isOptional: boolean
  isRetake: boolean
  number: number
  total: number
}

const LINES = ['plate', 'vin', 'odometer']

type CameraView = Extract<View, { name: 'camera' }>

/** Undefined when all is taken. */
export function findTarget(
  { walk, shots }: Pick<WalkState, 'walk' | 'shots'>,
  view: CameraView,
): Target | undefined {
  if (view.damage) return damageTarget(shots, view)
  const progress = progressOf(walk, shots)
  const found = view.step ? progress.find(({ step }) => step.step === view.step) : nextStep(walk, progress)
  if (!found) return undefined
  const { step, azimuth, kind, isRequired } = found.step
  return {
    // The service sends only names of its own list.
    body: { step: step as Step },
    step,
    azimuth: kind === 'walk' ? azimuth : null,
    isWhole: kind === 'walk',
    isLine: LINES.includes(step),
    isOptional: !isRequired,
    isRetake: found.state !== 'missing',
    number: progress.indexOf(found) + 1,
    total: progress.filter(({ step, state }) => state !== 'missing' || !walk.skipped.includes(step.step))
      .length,
  }
}

function damageTarget(shots: readonly Shot[], { damage, step }: CameraView): Target | undefined {
  if (!damage) return undefined
  const { damageKey, note } = damage
  const has = (shot: string) => shots.some(({ place }) => place === `damage/${damageKey}/${shot}`)
  const shot = step?.endsWith('/near') || (!step && has('wide')) ? 'near' : 'wide'
  return {
    body: { step: 'damage', damageKey, shot, ...(note ? { note } : {}) },
    step: 'damage',
    azimuth: null,
    isWhole: false,
    isLine: false,
    isOptional: false,
    isRetake: has(shot),
    number: shot === 'wide' ? 1 : 2,
    total: 2,
  }
}

/** Where to go once the photo is kept. */
export function viewAfter(shot: Shot, { walk, shots }: Pick<WalkState, 'walk' | 'shots'>): View {
  if (shot.issue) return { name: 'verdict', place: shot.place }
  return viewPast(shot.place, { walk, shots: [...shots, shot] })
}

/** Where to go on from a photo, good or not: a damage that was photographed wide still needs its near photo. */
export function viewPast(place: string, { walk, shots }: Pick<WalkState, 'walk' | 'shots'>): View {
  const { damage, shot } = findDamage(walk, shots, place) ?? {}
  if (shot !== 'wide' || damage?.near.state !== 'missing') return { name: 'camera' }
  const { damageKey, note } = damage
  return { name: 'camera', damage: { damageKey, note }, step: `damage/${damageKey}/near` }
}

/** To take the photo of a place again. */
export function viewOfRetake(place: string, { walk, shots }: Pick<WalkState, 'walk' | 'shots'>): View {
  const { damage } = findDamage(walk, shots, place) ?? {}
  if (!damage) return { name: 'camera', step: place }
  const { damageKey, note } = damage
  return { name: 'camera', damage: { damageKey, note }, step: place }
}
