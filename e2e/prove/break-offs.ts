import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '../../testing/client.ts'
import { Harness } from '../../testing/harness.ts'
import { createBasePictures, vary } from '../../testing/pictures.ts'
import { PUBLIC } from '../../testing/public-address.ts'
import type { Random } from '../../testing/random.ts'
import { OUTAGES, type Outage, type StoreLine, startStoreLine } from '../../testing/store-line.ts'
import type { Size, Violations } from './campaign.ts'
import { type HangUpKind, type HangUpParts, hangUp, SENDER_NAME, startBrokenSender } from './hang-ups.ts'
import { checkInvariants } from './invariants.ts'

const SIZES = {
  smoke: { hangUps: 15, outages: 3, longFreezes: 0, workers: 0 },
  small: { hangUps: 60, outages: 3, longFreezes: 0, workers: 0 },
  full: { hangUps: 2_000, outages: 26, longFreezes: 2, workers: 1 },
}
const LANES = 6
const PROGRAM = 'server/test/with-loopback-internet.ts'
/** Longer than the service waits for a put. */
const LONG_FREEZE_MS = 36_000
const ANSWER_MS_MAX = 60_000
const WORKS_AGAIN_MS_MAX = 60_000
const EMPTY_MS_MAX = 60_000
export const BREAK_OFF_KINDS = {
  facts: ['wrong_answer', 'works_not_again'],
  timed: ['answer_too_late'],
}

type Parts = HangUpParts & { line: StoreLine; client: Client; violations: Violations }

/** Uploads that break off at any byte while the object store stops, freezes and answers slowly. */
export async function checkBreakOffs(options: {
  size: Size
  random: Random
  violations: Violations
  say: (line: string) => void
  atEnd: (step: () => Promise<void>) => void
}) {
  const { size, random, violations, say, atEnd } = options
  const plan = SIZES[size]
  const pictures = await createBasePictures(random)
  const line = await startStoreLine()
  atEnd(() => line.close())
  const sender = await startBrokenSender(pictures[0] ?? Buffer.alloc(0))
  atEnd(async () => sender.close())
  const settings = { S3_ENDPOINT: line.url, DOWNLOAD_ALLOW_HTTP: 'true' }
  const harness = await Harness.open({ apis: 0, workers: plan.workers, settings })
  atEnd(() => harness.close())
  const internet = { public: PUBLIC, ports: [sender.port], names: { [SENDER_NAME]: [[PUBLIC]] } }
  const { api, url } = await harness.startApi(PROGRAM, ['api', JSON.stringify(internet)])
  const client = harness.createClient('honest', 'alder-member', [url])
  const inspection = (await client.createInspection()) ?? ''
  const parts = { harness, url, inspection, random, pictures, sender, line, client, violations }

  const kinds: HangUpKind[] = ['picture', 'picture', 'report', 'url']
  const hangUps = { count: 0 }
  const lanes = Array.from({ length: LANES }, async () => {
    while (hangUps.count < plan.hangUps) {
      hangUps.count += 1
      await hangUp(parts, random.pick(kinds))
      if (hangUps.count % 250 === 0) say(`${hangUps.count} of ${plan.hangUps} uploads broke off`)
    }
  })
  const outages: Record<Outage, number> = { stop: 0, freeze: 0, slow: 0 }
  const answers = { stored: 0, unavailable: 0, slowestMs: 0 }
  for (let n = 0; n < plan.outages; n++) {
    const kind = OUTAGES[n % OUTAGES.length] ?? 'stop'
    const isLong = kind === 'freeze' && outages.freeze < plan.longFreezes
    outages[kind] += 1
    const ms = isLong ? LONG_FREEZE_MS : random.between(300, 3_000)
    await violations.measure(
      'answer_too_late',
      () => breakStore(parts, kind, ms, answers),
      (ms) => (ms > ANSWER_MS_MAX ? `${kind}: ${(ms / 1000).toFixed(0)} s` : null),
    )
    await delay(random.between(100, 1_000))
  }
  await Promise.all(lanes)
  say(
    `${hangUps.count} uploads broke off; the store stopped ${outages.stop}, froze ${outages.freeze} and was slow ${outages.slow} times`,
  )

  const folders = [api, ...harness.workers].map((process) => harness.temporaryDir(process))
  const left = () => folders.flatMap((folder) => readdirSync(folder))
  const untilMs = performance.now() + EMPTY_MS_MAX
  while (performance.now() < untilMs && left().length > 0) await delay(200)
  for (const file of left()) violations.add('temporary_files_left', file)
  // The rows of the last pictures are committed after their files are gone.
  await delay(1_000)
  const found = await checkInvariants(harness.subject(), violations)
  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  return {
    hang_ups: hangUps.count,
    store_outages: plan.outages,
    store_stops: outages.stop,
    store_freezes: outages.freeze,
    store_slow: outages.slow,
    outage_answers_201: answers.stored,
    outage_answers_503: answers.unavailable,
    outage_answer_s_max: Number((answers.slowestMs / 1000).toFixed(1)),
    break_off_images: found.images,
  }
}

/** Two honest uploads meet the outage; after it a third must succeed. Returns how long the slower of the two waited. */
async function breakStore(
  parts: Parts,
  kind: Outage,
  ms: number,
  answers: { stored: number; unavailable: number; slowestMs: number },
): Promise<number> {
  const { line, client, inspection, pictures, random, violations } = parts
  const send = () => client.createImage(inspection, vary(random.pick(pictures), random), [])
  const meet = async () => {
    const startedMs = performance.now()
    const answer = await send()
    const tookMs = performance.now() - startedMs
    answers.slowestMs = Math.max(answers.slowestMs, tookMs)
    if (answer?.status === 201) answers.stored += 1
    else if (answer?.status === 503 && answer.headers['retry-after']) answers.unavailable += 1
    else violations.add('wrong_answer', `${kind}: ${answer?.status} ${answer?.text}`)
    return tookMs
  }
  const first = meet()
  await delay(random.between(0, 200))
  line.begin(kind)
  const second = meet()
  await delay(ms)
  line.mend()
  const tookMs = await Promise.all([first, second])
  const untilMs = performance.now() + WORKS_AGAIN_MS_MAX
  while ((await send())?.status !== 201)
    if (performance.now() > untilMs) {
      violations.add('works_not_again', `hung after ${WORKS_AGAIN_MS_MAX / 1_000} s, after ${kind}`)
      break
    }
  return Math.max(...tookMs)
}
