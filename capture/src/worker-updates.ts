const SCOPE = '/capture'
const TAKE_OVER_MS_MAX = 2_000

/** The page opens without a signal from the second time on. A new version takes over only here, before a walk goes on. */
export async function installWorker(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  // Browsers deny it to some frames.
  const known = await workers.getRegistration(SCOPE).catch(() => undefined)
  if (known?.waiting && !(await isWalkOpen())) {
    known.waiting.postMessage('take-over')
    if (await isTakenOver(workers)) {
      location.reload()
      await new Promise(() => {})
    }
  }
  // Without it everything works but the start without a signal.
  workers.register('/capture/service-worker.js', { scope: SCOPE }).catch(() => {})
}

/** One that does not come in time comes the next time. */
function isTakenOver(workers: ServiceWorkerContainer): Promise<boolean> {
  return new Promise((resolve) => {
    workers.addEventListener('controllerchange', () => resolve(true), { once: true })
    setTimeout(() => resolve(false), TAKE_OVER_MS_MAX)
  })
}

/** In another tab, which goes on with the version it began with. */
async function isWalkOpen(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name?.startsWith('walkaround-sender-'))
}
