import { round } from '../round.ts'
import type { Viewpoint, ViewpointName } from '../viewpoint.ts'
import type { PartMap } from './segment-parts.ts'

/** The same map where a person has said from where the camera saw the vehicle: left and right are told by that. */
export function seenFrom(map: PartMap, direction: ViewpointName | null): PartMap {
  const { views } = map.parameters
  if (direction === null || !views.includes(direction)) return map
  return { ...map, views: Float32Array.from(views, (view) => (view === direction ? 1 : 0)) }
}

/** From where the camera saw the vehicle, by its pixels alone; null where that is not sure enough, as on close-ups. */
export function viewSeen({ parameters, views }: Pick<PartMap, 'parameters' | 'views'>): Viewpoint | null {
  const best = views.reduce((best, likely, at) => (likely > (views[best] ?? 0) ? at : best), 0)
  const [prediction, confidence] = [parameters.views[best], views[best] ?? 0]
  if (!prediction || confidence < parameters.view_threshold) return null
  return { prediction, confidence: round(confidence) }
}
