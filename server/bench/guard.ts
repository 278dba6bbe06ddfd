import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTransactions } from './idle.ts'
import { benchJobs } from './jobs.ts'
import { type Figures, openGround } from './pair.ts'
import { PAIR_BENCHES } from './pair-benches.ts'

/** `ratios` are those of BENCH_SIZE=small: the processor time of the bare engine divided by ours. */
type Recorded = { how: string; ratios: Record<string, number>; idle_transactions_per_s_max: number }

const FILE = join(import.meta.dirname, 'recorded.json')
const SHARE_MIN = 0.7
const MEASURES_MAX = 3

/**
 * All small benches in one run, for a calm machine: fails when one has lost more than 30 % of its recorded ratio. One that seems to
 * have is measured again, up to two times, because a machine that is busy with other things is not a loss.
 */
export async function benchGuard(): Promise<Record<string, unknown>> {
  if (process.env.BENCH_SIZE !== 'small') throw new Error('the recorded ratios are those of BENCH_SIZE=small')
  const recorded: Recorded = JSON.parse(readFileSync(FILE, 'utf8'))
  const isRecording = process.argv.includes('--record')
  const leastOf = (name: string) => (isRecording ? 0 : (recorded.ratios[name] ?? 0) * SHARE_MIN)
  const ratios: Record<string, number> = {}
  const measure = async (name: string, bench: () => Promise<Figures>) => {
    let best = 0
    for (let times = 0; times < MEASURES_MAX && best <= leastOf(name); times++)
      best = Math.max(best, (await bench()).ratio_cpu)
    ratios[name] = best
    console.log(`${name}: ${ratios[name]}, recorded ${recorded.ratios[name]}`)
  }
  const ground = await openGround()
  try {
    for (const [name, bench] of Object.entries(PAIR_BENCHES)) await measure(name, () => bench(ground))
  } finally {
    await ground.close()
  }
  await measure('jobs', benchJobs)
  const idle = await countTransactions()
  if (isRecording) writeFileSync(FILE, `${JSON.stringify({ ...recorded, ratios }, null, 2)}\n`)
  const missed = Object.keys(ratios).filter((name) => (ratios[name] ?? 0) < leastOf(name))
  if (idle > recorded.idle_transactions_per_s_max) missed.push('idle')
  return { bench: 'guard', ratios, idle_transactions_per_s: idle, ...(missed.length > 0 ? { missed } : {}) }
}
