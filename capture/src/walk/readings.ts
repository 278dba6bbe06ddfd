import type { Shot } from '../kept/shots.ts'
import type { CaptureStep, Told, Walk } from '../kept/walks.ts'

type Read = NonNullable<CaptureStep['reading']>
export type ReadingProgress = Pick<Read, 'status' | 'value' | 'unit' | 'alternatives'> & {
  step: string
  imageId: string
  shot: Shot | null
  /** What the person has said of this photo, here or to the service. */
  said: Pick<Told, 'value' | 'unit'> | null
}

/** What the service read on photos that have arrived. One that was taken again is read again. */
export function readingsOf({ capture, told }: Walk, shots: readonly Shot[]): ReadingProgress[] {
  return (capture?.steps ?? []).flatMap(({ step, imageId, reading }) => {
    const shot = shots.findLast(({ place }) => place === step) ?? null
    if (!reading || !imageId || shot?.state === 'kept') return []
    const { status, value, unit, alternatives, confirmed } = reading
    const here = told[step]
    return {
      step,
      imageId,
      shot,
      status,
      value,
      unit,
      alternatives,
      said: here?.imageId === imageId ? here : confirmed,
    }
  })
}

/** What the person has said and the service does not know yet. */
export function nextTold({ told }: Walk): [step: string, told: Told] | undefined {
  return Object.entries(told).find(([, { isSent }]) => !isSent)
}
