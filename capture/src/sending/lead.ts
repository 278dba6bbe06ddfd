const BEAT_MS = 3_000
/** A tab in the background may be frozen with the lock in its hand. */
const SILENCE_MS_MAX = 12_000

type Led = { lead: (signal: AbortSignal) => void; onFollow: () => void }

/** Lets one tab of several lead. When it closes, or is silent for long, another takes over. */
export function leadOneTab(name: string, { lead, onFollow }: Led): void {
  const channel = new BroadcastChannel(name)
  let heardAt = performance.now()
  let leading: AbortController | undefined
  channel.onmessage = () => {
    heardAt = performance.now()
  }
  const beat = () => {
    if (leading) channel.postMessage('leading')
    else if (document.visibilityState === 'visible' && performance.now() - heardAt > SILENCE_MS_MAX) {
      heardAt = performance.now()
      hold({ steal: true })
    }
  }
  const hold = (options: LockOptions) => {
    navigator.locks
      .request(name, options, () => {
        const controller = new AbortController()
        leading = controller
        beat()
        lead(controller.signal)
        return new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()))
      })
      .catch(() => {
        // Another tab has taken the lock: this one was frozen for long.
        leading?.abort()
        leading = undefined
        heardAt = performance.now()
        onFollow()
        hold({})
      })
  }
  // Without locks (browsers before 2022) each tab sends: the keys of the uploads keep the photos single.
  if (!('locks' in navigator)) {
    lead(new AbortController().signal)
    return
  }
  onFollow()
  hold({})
  setInterval(beat, BEAT_MS)
}
