import { PhoneDrawer } from '../capture/fake-camera.ts'
import { type Campaign, Violations } from './campaign.ts'
import { startLine } from './capture-line.ts'
import { type Walked, walkWithMishaps } from './capture-walk.ts'
import { Harness } from './harness.ts'
import { createRandom } from './random.ts'

const SIZES = {
  small: { walks: 5, profile: 'walk-8', atOnce: 2 },
  full: { walks: 200, profile: 'walk-12', atOnce: 2 },
} as const
const WALK_MS_MAX = 60_000
const KINDS = ['process_ended', 'photo_lost', 'photo_doubled', 'walk_stuck', 'order_broken']

type ImageRow = { place: string; sha256: string; is_deleted: boolean }

/** Phones around cars: reloads, killed tabs and browsers, no signal, answers lost after commit. No photo is lost or doubled. */
export const capture: Campaign = async ({ size, seed, say, atEnd }) => {
  const plan = SIZES[size]
  const violations = new Violations()
  const harness = await Harness.open({ apis: 1, workers: 0 })
  atEnd(() => harness.close())
  const random = createRandom(seed)
  const line = await startLine(harness.urls[0] ?? '', random)
  atEnd(() => line.close())
  const drawer = await PhoneDrawer.fill({ sharpS: 4, blurredS: 0, distinct: 60 })
  atEnd(async () => drawer.remove())

  const mishaps: Record<string, number> = {}
  let photos = 0
  const numbers = Array.from({ length: plan.walks }, (_, n) => n)
  await Promise.all(
    Array.from({ length: plan.atOnce }, async () => {
      for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) await walkOnce(n)
    }),
  )
  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  violations.report(say)
  const counts = { walks: plan.walks, photos_kept: photos, mishaps, ...line.counts }
  return { ok: violations.total === 0, counts: { ...counts, ...violations.counts(KINDS) } }

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

  async function post(path: string, body: object): Promise<Record<string, unknown>> {
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
    if (!walked.isDone) violations.add('walk_stuck', `${name} at "${walked.seen}"`)
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
}
