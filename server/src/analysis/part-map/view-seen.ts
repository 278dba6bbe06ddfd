import { round } from '../round.ts'
import type { Viewpoint } from '../viewpoint.ts'
import type { PartMap } from './segment-parts.ts'

/** From where the camera saw the vehicle, by its pixels alone; null where that is not sure enough, as on close-ups. */
export function viewSeen({ parameters, views }: Pick<PartMap, 'parameters' | 'views'>): Viewpoint | null {
  const best = views.reduce((best, likely, at) => (likely > (views[best] ?? 0) ? at : best), 0)
  const [prediction, confidence] = [parameters.views[best], views[best] ?? 0]
  if (!prediction || confidence < parameters.view_threshold) return null
  return { prediction, confidence: round(confidence) }
}
