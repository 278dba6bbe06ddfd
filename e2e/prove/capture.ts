import { setTimeout as delay } from 'node:timers/promises'
import { Harness } from '../../testing/harness.ts'
import { createRandom } from '../../testing/random.ts'
import { OUTAGES, startStoreLine } from '../../testing/store-line.ts'
import { PhoneDrawer } from '../capture/fake-camera.ts'
import { campaign } from './campaign.ts'
import { startLine } from './capture-line.ts'
import { type Walked, walkWithMishaps } from './capture-walk.ts'

const SIZES = {
  smoke: { walks: 1, profile: 'walk-8', atOnce: 1, faultEveryS: [2, 3], faultsMax: 2 },
  small: {
    walks: 4,
    profile: 'walk-8',
    atOnce: 3,
    faultEveryS: [6, 10],
    faultsMax: Number.POSITIVE_INFINITY,
  },
  full: {
    walks: 200,
    profile: 'walk-12',
    atOnce: 3,
    faultEveryS: [15, 40],
    faultsMax: Number.POSITIVE_INFINITY,
  },
} as const
/** A watchdog: a walk takes twenty seconds on a calm machine, and a minute with faults all the time. */
const WALK_MS_MAX = 900_000
const KINDS = {
  facts: ['process_ended', 'photo_lost', 'photo_doubled', 'walk_stuck', 'order_broken'],
  timed: [],
}

type ImageRow = { place: string; sha256: string; is_deleted: boolean }

/**
 * Phones around cars: reloads, killed tabs and browsers, no signal, full disks, answers lost after commit, a service and a
 * store that go away. No photo is lost or doubled, and every walk ends. No walk begins after PROVE_MINUTES.
 */
export const capture = campaign(KINDS, async ({ size, seed, violations, atEnd }) => {
  const plan = SIZES[size]
  const lastMs = Date.now() + (Number(process.env.PROVE_MINUTES) || Number.POSITIVE_INFINITY) * 60_000
  const store = await startStoreLine()
  atEnd(() => store.close())
  const harness = await Harness.open({ apis: 1, workers: 0, settings: { S3_ENDPOINT: store.url } })
  atEnd(() => harness.close())
  const random = createRandom(seed)
  const line = await startLine(harness.urls[0] ?? '', random)
  atEnd(() => line.close())
  await requireApp(line.url)
  const drawer = await PhoneDrawer.fill({ sharpS: 4, blurredS: 0, distinct: 60 })
  atEnd(async () => drawer.remove())

  const mishaps: Record<string, number> = {}
  const faults = { api_kills: 0, store_outages: 0 }
  let walks = 0
  let photos = 0
  let areWalking = true
  const breaking = breakThings()
  const numbers = Array.from({ length: plan.walks }, (_, n) => n)
  await Promise.all(
    Array.from({ length: plan.atOnce }, async () => {
      for (let n = numbers.shift(); n !== undefined && Date.now() < lastMs; n = numbers.shift()) {
        await walkOnce(n)
        walks += 1
      }
    }),
  )
  areWalking = false
  await breaking
  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  const counts = { walks, photos_kept: photos, mishaps, ...faults, ...line.counts }
  return { counts }

  /** The service is killed and comes back, or the store is away for a moment, one after the other. */
  async function breakThings(): Promise<void> {
    const [api] = harness.apis
    const [fromS, toS] = plan.faultEveryS
    for (let n = 0; n < plan.faultsMax; n++) {
      for (let left = random.between(fromS * 4, toS * 4); left > 0 && areWalking; left--) await delay(250)
      if (!areWalking) return
      if (n % 2 === 0 && api) {
        await api.end('SIGKILL')
        faults.api_kills += 1
        api.start()
        await api.waitReady()
      } else {
        store.begin(random.pick(OUTAGES))
        await delay(random.between(300, 2_500))
        store.mend()
        faults.store_outages += 1
      }
    }
  }

  async function walkOnce(n: number): Promise<void> {
    const { inspection, secret } = await createLink()
    const walked = await walkWithMishaps({
      drawer,
      name: `phone-${n}`,
      url: `${line.url}/capture#${secret}`,
      random: createRandom(seed + 1 + n),
      deadlineMs: WALK_MS_MAX,
    })
    photos += walked.kept.length
    for (const [kind, count] of Object.entries(walked.mishaps)) mishaps[kind] = (mishaps[kind] ?? 0) + count
    await check(`walk ${n}`, inspection, walked)
  }

  async function createLink(): Promise<{ inspection: string; secret: string }> {
    const { id: inspection } = await post('/inspections', { tasks: { damage_detection: {} } })
    const { url } = await post(`/inspections/${inspection}/capture_links`, { profile_id: plan.profile })
    return { inspection: String(inspection), secret: new URL(String(url)).hash.slice(1) }
  }

  /** The office tries again when the service is away. */
  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    for (let tries = 0; ; tries++)
      try {
        return await postOnce(path, body)
      } catch (error) {
        if (tries === 200) throw error
        await delay(500)
      }
  }

  async function postOnce(path: string, body: object): Promise<Record<string, unknown>> {
    const { status, text } = await harness.http.ask({
      method: 'POST',
      url: `${harness.urls[0]}/v1${path}`,
      headers: { authorization: `Bearer ${await harness.tokens.of('alder-manager')}` },
      body: { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(body)) },
    })
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text)
  }

  async function check(name: string, inspection: string, walked: Walked): Promise<void> {
    if (!walked.isDone)
      violations.add('walk_stuck', `${name} hung after ${WALK_MS_MAX / 1_000} s at "${walked.seen}"`)
    const rows = await harness.rows<ImageRow>(
      `select additional_data ->> 'capture_step' as place, sha256, deleted_at is not null as is_deleted
       from images where inspection_id = $1 order by id`,
      [inspection],
    )
    const there = rows.filter(({ is_deleted }) => !is_deleted)
    const last = new Map(walked.kept.map(({ place, sha256 }) => [place, sha256]))
    const reported = new Set(walked.kept.map(({ sha256 }) => sha256))
    for (const [place, sha256] of last) {
      const found = there.filter((row) => row.place === place)
      if (found.length > 1) violations.add('photo_doubled', `${name} ${place}: ${found.length} pictures`)
      if (found.length === 0) violations.add('photo_lost', `${name} ${place}`)
      // A photo whose tab ended before it could report itself may have come after.
      const [only] = found
      if (only && only.sha256 !== sha256 && reported.has(only.sha256))
        violations.add('order_broken', `${name} ${place}: an earlier photo replaced a later one`)
    }
    const names = rows.map(({ place, sha256 }) => `${place} ${sha256}`)
    for (const twice of names.filter((one, at) => names.indexOf(one) !== at))
      violations.add('photo_doubled', `${name} ${twice}`)
  }
})

/** Without it every walk would stand at the first page until its watchdog. */
async function requireApp(url: string): Promise<void> {
  const page = await (await fetch(`${url}/capture`)).text()
  if (page.includes('is not installed'))
    throw new Error('The capture app is not built. Run pnpm build first.')
}
