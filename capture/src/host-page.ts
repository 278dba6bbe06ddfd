import { useEffect } from 'preact/hooks'
import { countPhotos } from './walk/progress.ts'
import type { WalkState } from './walk/store.ts'

export const isEmbedded = () => window.parent !== window

/** What the page around this one may know: how far the walk is. Nothing of the link, the vehicle or the photos. */
function tellingOf({ walk, shots }: WalkState): { type: string; detail: object } | null {
  if (walk.finished) {
    const { photos, damages } = walk.finished
    return { type: 'finished', detail: { photos, damages } }
  }
  if (walk.end) return { type: 'ended', detail: { code: walk.end.code } }
  if (!walk.capture) return null
  const { taken, total, sent } = countPhotos(walk, shots)
  return { type: 'progress', detail: { taken, total, sent } }
}

/** Tells it once each time it changes. Which pages may be around this one is decided by the service, in `frame-ancestors`. */
export function useHostPage(state: WalkState): void {
  const telling = isEmbedded() ? tellingOf(state) : null
  const text = JSON.stringify(telling)
  useEffect(() => {
    if (telling) window.parent.postMessage({ walkaround: 1, ...telling }, '*')
  }, [text])
}

/** Where to go when the walk is finished, if its maker said so. */
export function returnOf({ walk }: WalkState): URL | null {
  const text = walk.capture?.returnUrl ?? ''
  const url = URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) && !isEmbedded() ? url : null
}
