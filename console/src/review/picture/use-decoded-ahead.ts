import { useEffect } from 'react'
import { useClient } from '../../service/service-context.ts'
import type { Picture } from '../pictures.ts'
import { sourceOf } from './photo-image.tsx'

const AHEAD = 2
// The browser forgets decoded pictures nobody holds.
const held = new Map<string, HTMLImageElement>()
const HELD_MAX = 12

/** The next pictures and the one before are decoded by the time somebody turns to them. */
export function useDecodedAhead(pictures: readonly Picture[], current: Picture | null): void {
  const { baseUrl } = useClient()
  useEffect(() => {
    const at = pictures.findIndex((one) => one.id === current?.id)
    if (at < 0) return
    for (const one of [...pictures.slice(at, at + 1 + AHEAD), pictures[at - 1]]) {
      const source = one && sourceOf(baseUrl, one, 1)
      if (!source || held.has(source)) continue
      const image = new Image()
      image.src = source
      held.set(source, image)
      // A picture that does not load says so when it is shown.
      image.decode().catch(() => held.delete(source))
    }
    for (const source of [...held.keys()].slice(0, Math.max(held.size - HELD_MAX, 0))) held.delete(source)
  }, [pictures, current, baseUrl])
}
