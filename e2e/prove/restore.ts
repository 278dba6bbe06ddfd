import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, field } from '../../testing/client.ts'
import { serverRoot } from '../../testing/ground.ts'
import { Harness } from '../../testing/harness.ts'
import { createBasePictures, vary } from '../../testing/pictures.ts'
import { createRandom } from '../../testing/random.ts'
import { ArchivedPostgres } from './archived-postgres.ts'
import { campaign, type Violations } from './campaign.ts'

const ROUNDS = { smoke: 1, small: 1, full: 5 }
const PICTURES = 4
const WRITES_MS_MAX = 120_000
const KINDS = ['restore_lost', 'restore_kept_too_much', 'backup_not_whole', 'writes_refused', 'process_ended']

type Sent = { inspection: string; image: string }

/** The database goes back to a moment between two uploads while api and worker run: all from before is there and whole, nothing from after. */
export const restore = campaign(
  { facts: KINDS, timed: [] },
  async ({ size, seed, violations, say, atEnd }) => {
    const random = createRandom(seed)
    const database = await ArchivedPostgres.open()
    atEnd(() => database.close())
    const harness = await Harness.open({ apis: 1, workers: 1, settings: database.urls })
    atEnd(() => harness.close())
    const pictures = await createBasePictures(random)
    const client = harness.createClient('user', 'alder-manager')

    async function send(): Promise<Sent> {
      const inspection = await client.createInspection()
      const picture = vary(random.pick(pictures), random)
      const answer = inspection ? await client.createImage(inspection, picture, ['compliances']) : null
      if (!inspection || answer?.status !== 201)
        throw new Error('an upload was refused before anything was broken')
      return { inspection, image: field(answer, 'id') }
    }

    const seconds: number[] = []
    let verified = ''
    for (let round = 1; round <= ROUNDS[size]; round++) {
      await database.backUp()
      const before = await Promise.all(Array.from({ length: PICTURES }, send))
      const moment = await database.now()
      const after = await Promise.all(Array.from({ length: PICTURES }, send))
      const startedMs = performance.now()
      await database.restoreTo(moment)
      await writeAgain(client, violations)
      seconds.push((performance.now() - startedMs) / 1000)

      const kept = new Set((await harness.rows<{ id: string }>('select id from images')).map(({ id }) => id))
      for (const { image } of before) if (!kept.has(image)) violations.add('restore_lost', image)
      for (const { image } of after) if (kept.has(image)) violations.add('restore_kept_too_much', image)
      verified = await verify(harness, violations)
      say(`${round}: back at ${moment} after ${seconds.at(-1)?.toFixed(1)} s; ${verified}`)
    }
    for (const death of harness.listDeaths()) violations.add('process_ended', death)
    return {
      counts: {
        restores: seconds.length,
        restore_s_max: Number(Math.max(...seconds).toFixed(1)),
        verified,
      },
    }
  },
)

/** The processes find the database again by themselves. */
async function writeAgain(client: Client, violations: Violations): Promise<void> {
  const untilMs = performance.now() + WRITES_MS_MAX
  while (performance.now() < untilMs) {
    if (await client.createInspection({ tasks: {} }).catch(() => null)) return
    await delay(100)
  }
  violations.add('writes_refused', `hung after ${WRITES_MS_MAX / 1_000} s: no write was accepted`)
}

/** As an operator checks it: objects of uploads after the moment are extra, and nothing is missing or changed. */
async function verify(harness: Harness, violations: Violations): Promise<string> {
  const program = join(serverRoot, 'server/src/backup.ts')
  const env = { ...process.env, ...harness.ground.settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'verify'], { env }, (error, stdout, stderr) => {
      const last = stdout.trim().split('\n').at(-1) ?? ''
      if (error) violations.add('backup_not_whole', `${last} ${stderr}`)
      resolve(last)
    })
  })
}
