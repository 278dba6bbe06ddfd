import { parseArgs } from 'node:util'
import { type Campaign, SIZES, type Size } from './campaign.ts'
import { capture } from './capture.ts'
import { controls } from './controls.ts'
import { egress } from './egress.ts'
import { erasure } from './erasure.ts'
import { failover } from './failover.ts'
import { fuzz } from './fuzz.ts'
import { keys } from './keys.ts'
import { kills } from './kills.ts'
import { neighbours } from './neighbours.ts'
import { races } from './races.ts'
import { restore } from './restore.ts'
import { sdk } from './sdk.ts'
import { streams } from './streams.ts'
import { tenants } from './tenants.ts'
import { upgrade } from './upgrade.ts'
import { uploads } from './uploads.ts'
import { webhooks } from './webhooks.ts'

const campaigns: Record<string, Campaign> = {
  capture,
  controls,
  egress,
  erasure,
  failover,
  fuzz,
  keys,
  kills,
  neighbours,
  races,
  restore,
  sdk,
  streams,
  tenants,
  upgrade,
  uploads,
  webhooks,
}
const usage = `Usage: pnpm prove <campaign> [--size ${SIZES.join('|')}] [--seed N] [--count N]
Campaigns: ${Object.keys(campaigns).join(', ')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'small' },
    seed: { type: 'string' },
    count: { type: 'string' },
  },
})
const name = positionals[0] ?? ''
const campaign = campaigns[name]
const size = readSize(values.size)
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
const count = values.count === undefined ? null : Number(values.count)
if (!campaign || !size || !Number.isSafeInteger(seed) || (count !== null && !(count > 0))) {
  console.error(usage)
  process.exit(2)
}

console.log(`campaign ${name}, size ${size}, seed ${seed}`)
const ofCount = count === null ? '' : ` --count ${count}`
console.log(`replay: pnpm prove ${name} --size ${size} --seed ${seed}${ofCount}`)
const startedMs = performance.now()
const ending: (() => Promise<void>)[] = []
let ended: Promise<void> | undefined
const endAll = async () => {
  for (const step of ending.splice(0).reverse()) await step()
}
// One ending for all who ask: a campaign that fails because of Ctrl-C must not leave before everything is removed.
const end = () => {
  ended ??= endAll()
  return ended
}
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupted) return
    interrupted = true
    console.log(`${signal}: stopping and removing everything`)
    end().finally(() => process.exit(130))
  })
}

let result: Awaited<ReturnType<Campaign['run']>>
try {
  result = await campaign.run({
    size,
    seed,
    count,
    say: (line) => console.log(line),
    atEnd: (step) => ending.push(step),
  })
} catch (error) {
  if (!interrupted) console.error(error)
  result = { ok: false, counts: { failed: String(error) } }
} finally {
  await end().catch((error) => console.error(error))
}
if (interrupted) process.exit(130)
const seconds = Math.round((performance.now() - startedMs) / 1000)
console.log(JSON.stringify({ campaign: name, size, seed, ok: result.ok, seconds, ...result.counts }))
process.exit(result.ok ? 0 : 1)

function readSize(text: string): Size | null {
  return SIZES.find((size) => size === text) ?? null
}
