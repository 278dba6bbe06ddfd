import type { FreeObject } from '../core/contracts/schema.ts'
import { sightOf } from './sights.ts'
import { storedDirectionOf, type Viewpoint } from './viewpoint.ts'

/** What a picture's place around the vehicle is told by. */
type Told = {
  id: string
  sight_id: string | null
  image_type: string
  image_sibling_key: string | null
  additional_data: FreeObject
  detailed_viewpoint: FreeObject | null
  viewpoint?: Viewpoint | null | undefined
}

export type Place = {
  image_id: string
  /** Null where neither the client nor the pixels say the direction. */
  azimuth: number | null
  is_close_up: boolean
  sibling_key: string | null
}

export function placeOf({ id, sight_id, image_type, image_sibling_key, ...told }: Told): Place {
  const sight = sight_id === null ? null : sightOf(sight_id)
  return {
    image_id: id,
    azimuth: storedDirectionOf({ ...told, sight })?.azimuth ?? null,
    is_close_up: image_type === 'close_up' || sight?.close_up === true,
    sibling_key: image_sibling_key,
  }
}

/** In the order of a walk around the vehicle, from the front over its left side; close-ups after what they belong to. */
export function orderAround(places: readonly Place[]): Place[] {
  const wide = places
    .filter((one) => !one.is_close_up)
    .toSorted((a, b) => (a.azimuth ?? 360) - (b.azimuth ?? 360) || (a.image_id < b.image_id ? -1 : 1))
  const near = places.filter((one) => one.is_close_up)
  const taken = new Set<string>()
  const ordered = wide.flatMap((one) => {
    const siblings = near.filter(({ sibling_key }) => sibling_key !== null && sibling_key === one.sibling_key)
    for (const { image_id } of siblings) taken.add(image_id)
    return [one, ...siblings]
  })
  return [...new Set([...ordered, ...near.filter(({ image_id }) => !taken.has(image_id))])]
}
