// The types of service workers exclude those of pages. This is what is used of them here.
type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Waiting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Scope = {
  addEventListener: ((name: 'install' | 'activate', listener: (event: Waiting) => void) => void) &
    ((name: 'fetch', listener: (event: Fetching) => void) => void) &
    ((name: 'message', listener: (event: MessageEvent<unknown>) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}
// The global of a worker, which the types take for a window.
const scope = self as unknown as Scope

const PREFIX = 'walkaround-capture-'
// Written at the head of this file by the build.
declare const BUILD_VERSION: string
declare const BUILD_FILES: readonly string[]
const CACHE = PREFIX + BUILD_VERSION
const PAGE = '/capture'
const OUTLINES = '/capture/outlines/'

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(BUILD_FILES)))
})

// A new version waits until no walk is open: the page asks for it when it starts, and never later.
scope.addEventListener('message', ({ data }) => {
  if (data === 'take-over') scope.skipWaiting()
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => scope.clients.claim()))
})

scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  if (method !== 'GET') return
  const { origin, pathname } = new URL(url)
  if (origin !== location.origin) return
  if (mode === 'navigate') event.respondWith(answerFrom(PAGE, event.request))
  else if (BUILD_FILES.includes(pathname)) event.respondWith(answerFrom(pathname, event.request))
  else if (pathname.startsWith(OUTLINES)) event.respondWith(answerOutline(event.request))
})

/** Every file of one version comes from its own cache, so that two versions never mix. */
async function answerFrom(path: string, request: Request): Promise<Response> {
  return (await (await caches.open(CACHE)).match(path)) ?? fetch(request)
}

/** Kept once it was seen; the app asks for all of a walk when it opens. */
async function answerOutline(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}
