import { parseArgs } from 'node:util'
import { printAsserts } from './asserts.ts'
import { type Campaign, type Outcome, SIZES, type Size } from './campaign.ts'
import { proveAll } from './prove-all.ts'

/** Each loads what it alone needs: a browser, say, is not loaded to send requests. */
const campaigns: Record<string, () => Promise<Campaign>> = {
  capture: async () => (await import('./capture.ts')).capture,
  controls: async () => (await import('./controls.ts')).controls,
  egress: async () => (await import('./egress.ts')).egress,
  erasure: async () => (await import('./erasure.ts')).erasure,
  failover: async () => (await import('./failover.ts')).failover,
  fuzz: async () => (await import('./fuzz.ts')).fuzz,
  keys: async () => (await import('./keys.ts')).keys,
  kills: async () => (await import('./kills.ts')).kills,
  neighbours: async () => (await import('./neighbours.ts')).neighbours,
  races: async () => (await import('./races.ts')).races,
  restore: async () => (await import('./restore.ts')).restore,
  sdk: async () => (await import('./sdk.ts')).sdk,
  streams: async () => (await import('./streams.ts')).streams,
  tenants: async () => (await import('./tenants.ts')).tenants,
  upgrade: async () => (await import('./upgrade.ts')).upgrade,
  uploads: async () => (await import('./uploads.ts')).uploads,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
}
const usage = `Usage: pnpm prove <campaign> [--size ${SIZES.join('|')}] [--seed N] [--count N]
       pnpm prove all [<part> …] [--size ${SIZES.join('|')}] [--seed N]   every campaign, or these; full writes .ci/proved.json
       pnpm prove asserts                                   what each campaign judges in the gate and at the full size
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
const load = campaigns[name]
const size = readSize(values.size)
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
const count = values.count === undefined ? null : Number(values.count)
const isSound = size && Number.isSafeInteger(seed) && (count === null || count > 0)
if (name === 'asserts') {
  const loaded = await Promise.all(
    Object.entries(campaigns).map(async ([name, load]) => [name, await load()]),
  )
  printAsserts(Object.fromEntries(loaded))
  process.exit()
}
if (name === 'all' && isSound)
  try {
    process.exit(await proveAll(Object.keys(campaigns), size, seed, positionals.slice(1)))
  } catch (error) {
    console.error(String(error))
    process.exit(1)
  }
if (!load || !isSound) {
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

let outcome: Outcome
try {
  const campaign = await load()
  outcome = await campaign.run({
    size,
    seed,
    count,
    say: (line) => console.log(line),
    atEnd: (step) => ending.push(step),
  })
} catch (error) {
  if (!interrupted) console.error(error)
  outcome = { ok: false, counts: { failed: String(error) } }
} finally {
  await end().catch((error) => console.error(error))
}
if (interrupted) process.exit(130)
const seconds = Math.round((performance.now() - startedMs) / 1000)
console.log(JSON.stringify({ campaign: name, size, seed, ok: outcome.ok, seconds, ...outcome.counts }))
process.exit(outcome.ok ? 0 : 1)

function readSize(text: string): Size | null {
  return SIZES.find((size) => size === text) ?? null
}
