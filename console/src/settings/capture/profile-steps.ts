import { stepsOfWalk, type Walk } from '@walkaround/catalog/capture-steps'
import type { CaptureProfile } from '@walkaround/sdk'

export type ProfileStep = NonNullable<CaptureProfile['steps']>[number]

/** `passed`: required, and with a picture that need not be retaken. */
export const NEEDS = ['required', 'passed', 'optional'] as const
export type Need = (typeof NEEDS)[number]

export function needOf({ isRequired, mustPass }: ProfileStep): Need {
  if (mustPass) return 'passed'
  return isRequired ? 'required' : 'optional'
}

export function stepWith(step: string, need: Need): ProfileStep {
  return { step, isRequired: need !== 'optional', mustPass: need === 'passed' }
}

export const isAround = ({ step }: ProfileStep): boolean => step.startsWith('around_')

/** The same steps with another walk around the vehicle, in front of the rest. */
export function replaceWalk(steps: readonly ProfileStep[], walk: Walk): ProfileStep[] {
  const need = steps.find(isAround)
  const around = stepsOfWalk(walk).map((step) => stepWith(step, need ? needOf(need) : 'required'))
  return [...around, ...steps.filter((step) => !isAround(step))]
}

export function moveStep(steps: readonly ProfileStep[], index: number, by: -1 | 1): ProfileStep[] {
  const moved = steps[index]
  if (!moved || index + by < 0 || index + by >= steps.length) return [...steps]
  return steps.toSpliced(index, 1).toSpliced(index + by, 0, moved)
}
