import { median } from '../../testing/processes.ts'
import type { MatrixParts } from './tenant-matrix.ts'
import { neverId, send } from './tenant-requests.ts'

const PAIRS = 200
const PAIRS_OF_CONTROL = 50
const DIFFERENCE_PERCENT_MAX = 25
const MEASUREMENTS = 3

/** How much longer or shorter the one takes than the other: the difference of medians, in percent. */
async function measure(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  pairs = PAIRS,
): Promise<number> {
  const timesMs: [number[], number[]] = [[], []]
  const timed = async (which: 0 | 1): Promise<void> => {
    const startedMs = performance.now()
    await (which === 0 ? one() : other())
    timesMs[which].push(performance.now() - startedMs)
  }
  for (let n = 0; n < pairs; n++) {
    // Taking turns at going first: whatever slows the machine down slows both.
    for (const which of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) await timed(which)
  }
  const [oneMs, otherMs] = timesMs.map(median)
  return Math.round((((oneMs ?? 0) - (otherMs ?? 0)) / (otherMs || 1)) * 100)
}

/** The time of an answer must not tell a foreign id from one that never existed. A noisy machine is asked again. */
export async function runTiming(parts: MatrixParts): Promise<Record<string, number>> {
  const token = await parts.tokens.of('birch-admin')
  const { alder, birch } = parts.world
  const get = (path: string) => () =>
    send(parts.http, { method: 'GET', url: `${parts.url}/v1/inspections/${path}` }, token)
  const home = birch.admin.ids.inspection
  const pairs: Record<string, [string, () => string]> = {
    inspection: [alder.admin.ids.inspection, () => neverId()],
    image: [`${home}/images/${alder.admin.ids.image}`, () => `${home}/images/${neverId()}`],
  }
  const counts: Record<string, number> = {}
  for (const [name, [foreign, never]] of Object.entries(pairs)) {
    let percent = 0
    for (let n = 0; n < MEASUREMENTS; n++) {
      percent = await measure(get(foreign), () => get(never())())
      if (Math.abs(percent) <= DIFFERENCE_PERCENT_MAX) break
    }
    if (Math.abs(percent) > DIFFERENCE_PERCENT_MAX)
      parts.violations.addTimed(
        'timing_oracle',
        `${name}: foreign takes ${percent} % longer than never existed`,
      )
    counts[`timing_${name}_percent`] = percent
  }
  // What the measure shows where the answers do differ: one's own inspection is read in full.
  counts.timing_own_percent = await measure(get(home), () => get(neverId())(), PAIRS_OF_CONTROL)
  return counts
}
