import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStack } from '../../testing/stack.ts'
import { readConfig } from '../src/core/platform/config.ts'
import { openStorage } from '../src/core/platform/open-storage.ts'
import type { Storage } from '../src/core/platform/storage.ts'
import { uuidv7 } from '../src/core/platform/uuid.ts'

type Cost = { ms: number[]; cpuMs: number[] }

const ROUNDS = 60
const WARM_UP = 5
const BYTES = 4_000_000

/** What the encryption of objects costs: a picture of 4 MB is written and read with and without it, in turns. */
export async function benchEncryption(): Promise<Record<string, unknown>> {
  const config = readConfig(readStack())
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-bench-'))
  const file = join(folder, 'picture')
  writeFileSync(file, randomBytes(BYTES))
  const key = { id: uuidv7(), key: randomBytes(32) }
  const keys = { current: async () => key, find: async () => key }
  const storages = { plain: openStorage(config), encrypted: openStorage(config, keys) }
  const costs = new Map<string, Cost>()
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    if (round === WARM_UP) costs.clear()
    for (const [name, storage] of Object.entries(storages)) {
      const place = `bench/${name}`
      await measure(costs, `write ${name}`, () => storage.putFile(place, file, 'image/jpeg'))
      await measure(costs, `read ${name}`, () => read(storage, place))
    }
  }
  await storages.plain.delete(['bench/plain', 'bench/encrypted'])
  for (const storage of Object.values(storages)) storage.close()
  rmSync(folder, { recursive: true })
  return Object.fromEntries(
    ['write', 'read'].map((action) => [
      action,
      compare(costs.get(`${action} plain`), costs.get(`${action} encrypted`)),
    ]),
  )
}

async function measure(costs: Map<string, Cost>, name: string, work: () => Promise<void>): Promise<void> {
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  const cost = costs.get(name) ?? { ms: [], cpuMs: [] }
  cost.ms.push(performance.now() - startedMs)
  cost.cpuMs.push((user + system) / 1000)
  costs.set(name, cost)
}

async function read(storage: Storage, name: string): Promise<void> {
  let sizeBytes = 0
  for await (const chunk of (await storage.get(name))?.body ?? []) sizeBytes += chunk.length
  if (sizeBytes !== BYTES) throw new Error(`read ${sizeBytes} bytes`)
}

const median = (values: readonly number[] = []) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function compare(plain: Cost | undefined, encrypted: Cost | undefined) {
  const figures = (cost: Cost | undefined) => ({
    mb_per_s: Math.round(BYTES / 1000 / median(cost?.ms)),
    cpu_ms: Number(median(cost?.cpuMs).toFixed(1)),
  })
  const ratio = (one: readonly number[] = [], other: readonly number[] = []) =>
    Number((median(one) / median(other)).toFixed(2))
  return {
    plain: figures(plain),
    encrypted: figures(encrypted),
    time_ratio: ratio(encrypted?.ms, plain?.ms),
    cpu_ratio: ratio(encrypted?.cpuMs, plain?.cpuMs),
  }
}
