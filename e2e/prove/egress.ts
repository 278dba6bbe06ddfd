import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { serverRoot } from '../../testing/ground.ts'
import { Harness } from '../../testing/harness.ts'
import { createBasePictures } from '../../testing/pictures.ts'
import { PUBLIC } from '../../testing/public-address.ts'
import { createRandom } from '../../testing/random.ts'
import { campaign } from './campaign.ts'
import { eachOf, forbiddenAttempts, rebindingNames, sample } from './egress-cases.ts'
import { FORBIDDEN, openListeners } from './egress-listeners.ts'
import { type Fate, openSurfaces, type Surfaces } from './egress-surfaces.ts'

/** Of the hostile addresses, how many endpoints and callbacks are given; downloads are given all. */
const SIZES = {
  smoke: { posted: 8, rebinding: 2, statuses: 1 },
  small: { posted: 40, rebinding: 4, statuses: 1 },
  full: { posted: Number.POSITIVE_INFINITY, rebinding: 40, statuses: 5 },
}
const LANES = 6
const STATUSES = [301, 302, 303, 307, 308]
const PROGRAM = 'server/test/with-loopback-internet.ts'
const KINDS = {
  facts: [
    'forbidden_connects',
    'forbidden_attempts',
    'hostile_reached',
    'redirects_followed',
    'answers_differ',
    'not_tried',
    'sound_refused',
    'control_blind',
    'process_ended',
  ],
  timed: [],
}

type Hostile = { urls: string[]; names: Record<string, string[]> }

/** No address that a caller names leads anywhere but to the public internet: pictures, webhooks and callbacks. */
export const egress = campaign(KINDS, async ({ size, seed, violations, say, atEnd }) => {
  const plan = SIZES[size]
  const random = createRandom(seed)
  const [picture = Buffer.alloc(0)] = await createBasePictures(random)
  const listeners = await openListeners(picture)
  atEnd(async () => listeners.close())
  const { port, counts } = listeners
  const hostile: Hostile = JSON.parse(
    execFileSync(process.execPath, [join(serverRoot, 'server/test/list-hostile-urls.ts'), `${port}`], {
      encoding: 'utf8',
    }),
  )
  const rebinding = rebindingNames(random, plan.rebinding)
  const answers = Object.entries(hostile.names).map(([name, addresses]) => [name, [addresses]])
  const names = { ...Object.fromEntries(answers), ...rebinding, 'public.example.org': [[PUBLIC]] }
  const settings = { DOWNLOAD_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_HTTP: 'true' }
  const harness = await Harness.open({ apis: 0, workers: 0, settings })
  atEnd(() => harness.close())
  const attemptsFile = join(harness.folder, 'attempts')
  const options = { public: PUBLIC, ports: [port], names, attemptsFile }
  const { url } = await harness.startApi(PROGRAM, ['api', JSON.stringify(options)])
  const worker = await harness.startWorker(PROGRAM, ['worker', JSON.stringify(options)])
  const at = (host: string, path: string) => `http://${host}:${port}${path}`
  const surfaces = await openSurfaces(harness, url, at('public.example.org', '/hook'))
  const redirectTo = (status: number, target: string) =>
    at('public.example.org', `/redirect/${status}?to=${encodeURIComponent(target)}`)

  await checkSound()
  const downloads = await checkDownloads()
  const posts = await checkPosts()
  const redirects = await checkRedirects()
  const rebound = await checkRebinding()
  const found = { forbidden: counts.forbidden, attempts: forbiddenAttempts(attemptsFile, harness, port) }
  for (let n = 0; n < found.forbidden; n++) violations.add('forbidden_connects', 'a listener was reached')
  for (const attempt of found.attempts) violations.add('forbidden_attempts', attempt)
  if (counts.followed > 0) violations.add('redirects_followed', `${counts.followed} times`)
  say(
    `${hostile.urls.length} hostile addresses: ${downloads} downloads, ${posts} endpoints and callbacks, ${redirects} redirects, ${rebound} with changing answers; ${found.forbidden} forbidden connections, ${found.attempts.length} forbidden attempts`,
  )
  const control = await checkControl()
  say(`with the guard open the same counters count ${control.connects} and ${control.attempts}`)

  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  return {
    counts: {
      hostile_urls: hostile.urls.length,
      downloads,
      posts,
      redirects,
      rebound,
      public_connects: counts.public,
      control_connects: control.connects,
      control_attempts: control.attempts,
    },
  }

  /** What is not hostile gets through, else the rest would prove nothing. */
  async function checkSound(): Promise<void> {
    const endpoint = await surfaces.openEndpoint()
    const sound: [string, Fate][] = [
      ['download', await surfaces.download(at('public.example.org', '/picture'))],
      ['endpoint', await endpoint.give(at('public.example.org', '/hook'))],
    ]
    for (const [what, { fate, told }] of sound)
      if (fate !== 'reached') violations.add('sound_refused', `${what}: ${told}`)
    const ended = await surfaces.endTask([at('public.example.org', '/hook')])
    const { delivered } = await surfaces.settle(ended ? [ended] : [], 1)
    if (delivered !== 1) violations.add('sound_refused', 'callback: not delivered')
  }

  async function checkDownloads(): Promise<number> {
    const told = new Set<string>()
    await eachOf(hostile.urls, LANES, async (address) => {
      const fate = await surfaces.download(address)
      if (fate.fate === 'reached') violations.add('hostile_reached', `download ${JSON.stringify(address)}`)
      told.add(fate.told)
    })
    // One answer for whatever the guard refuses; a body that is no text of an address does not get that far.
    const refusals = [...told].filter((answer) => answer.startsWith('422 '))
    if (refusals.length > 1) violations.add('answers_differ', refusals.join(' | '))
    return hostile.urls.length
  }

  async function checkPosts(): Promise<number> {
    const chosen = sample(hostile.urls, plan.posted, random)
    const endpoints = await Promise.all(Array.from({ length: LANES }, () => surfaces.openEndpoint()))
    const ended: string[] = []
    await eachOf(chosen, LANES, async (address, lane) => {
      const fate = await endpoints[lane]?.give(address)
      if (fate?.fate === 'reached') violations.add('hostile_reached', `endpoint ${JSON.stringify(address)}`)
      const id = await surfaces.endTask([address])
      if (id) ended.push(id)
    })
    await requireUndelivered(ended, ended.length)
    return chosen.length * 2
  }

  async function checkRedirects(): Promise<number> {
    const targets = [
      ...FORBIDDEN.map((host) => at(host.includes(':') ? `[${host}]` : host, '/')),
      at('loopback.example.org', '/'),
      at('mixed.example.org', '/'),
      at('mixed-flipped.example.org', '/'),
      at('2130706433', '/'),
      `//127.0.0.1:${port}/`,
      `//0x7f.1:${port}/`,
      `/\\127.0.0.1:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
    ]
    const cases = targets.flatMap((target) =>
      sample(STATUSES, plan.statuses, random).map((status) => redirectTo(status, target)),
    )
    const endpoint = await surfaces.openEndpoint()
    for (const address of [...cases, ...STATUSES.map((status) => redirectTo(status, '/followed'))]) {
      const isOwn = address.includes('followed')
      const download = isOwn ? null : await surfaces.download(address)
      const posted = await endpoint.give(address)
      if (download?.fate === 'reached' || posted.fate === 'reached')
        violations.add('hostile_reached', address)
      if (posted.told !== '3xx null') violations.add('redirects_followed', `${address}: ${posted.told}`)
    }
    const followed = STATUSES.map((status) => redirectTo(status, '/followed'))
    const callbacks = [...followed, ...sample(cases, 11, random)]
    const ended = await surfaces.endTask(callbacks)
    await requireUndelivered(ended ? [ended] : [], callbacks.length)
    return cases.length * 2 + STATUSES.length + callbacks.length
  }

  async function checkRebinding(): Promise<number> {
    const endpoint = await surfaces.openEndpoint()
    const changing = Object.keys(rebinding).filter((name) => name.startsWith('flip'))
    await eachOf(changing, LANES, async (name) => {
      for (let n = 0; n < 4; n++) await surfaces.download(at(name, '/picture'))
    })
    const first = await surfaces.download(at('once-download.example.org', '/picture'))
    const second = await surfaces.download(at('once-download.example.org', '/picture'))
    const hop = await surfaces.download(
      at(
        'once-hop.example.org',
        `/redirect/302?to=${encodeURIComponent(at('once-hop.example.org', '/picture'))}`,
      ),
    )
    const tested = await endpoint.give(at('once-endpoint.example.org', '/hook'))
    const again = await endpoint.test()
    const fates = [first, second, hop, tested, again].map(({ fate }) => fate)
    if (fates.join() !== 'reached,refused,refused,reached,unreached')
      violations.add('hostile_reached', `changing answers: ${fates.join()}`)
    // The receiver fails at first, and by the time of the retry its name leads elsewhere.
    const ended = await surfaces.endTask([at('once-callback.example.org', '/fail')])
    await requireUndelivered(ended ? [ended] : [], 1, 2)
    if (counts.failed !== 1) violations.add('hostile_reached', `a callback was sent ${counts.failed} times`)
    return changing.length * 4 + 6
  }

  /** The very same requests with the guard open: whoever counts nothing now is blind. */
  async function checkControl() {
    const before = counts.forbidden
    const open = JSON.stringify({ ...options, isOpen: true })
    const mutant = await harness.startApi(PROGRAM, ['api', open])
    const broken = await openSurfaces(harness, mutant.url, at('public.example.org', '/hook'))
    const seenBy = async (what: string, act: (surfaces: Surfaces) => Promise<unknown>) => {
      const connects = counts.forbidden
      await act(broken)
      if (counts.forbidden === connects) violations.add('control_blind', what)
    }
    await seenBy('download', (surfaces) => surfaces.download(at('127.0.0.1', '/')))
    await seenBy('redirect', (surfaces) => surfaces.download(redirectTo(302, at('127.0.0.3', '/'))))
    await seenBy('endpoint', async (surfaces) => (await surfaces.openEndpoint()).give(at('[::1]', '/')))
    // A second worker takes longer to start than all the rest of the small size.
    if (size === 'full') {
      await worker.end('SIGKILL')
      await harness.startWorker(PROGRAM, ['worker', open])
      await seenBy('callback', async (surfaces) => {
        const ended = await surfaces.endTask([at('loopback.example.org', '/')])
        await surfaces.settle(ended ? [ended] : [], 1)
      })
    }
    const connects = counts.forbidden - before
    const attempts = forbiddenAttempts(attemptsFile, harness, port).length
    if (attempts === 0) violations.add('control_blind', 'attempts')
    return { connects, attempts }
  }

  async function requireUndelivered(inspectionIds: string[], count: number, attempts = 1): Promise<void> {
    const { untried, delivered } = await surfaces.settle(inspectionIds, count, attempts)
    if (untried > 0) violations.add('not_tried', `${untried} callbacks were not tried ${attempts} time(s)`)
    if (delivered > 0) violations.add('hostile_reached', `${delivered} callbacks were delivered`)
  }
})
