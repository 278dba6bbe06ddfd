import { existsSync, readFileSync } from 'node:fs'
import type { Harness } from '../../testing/harness.ts'
import { PUBLIC } from '../../testing/public-address.ts'
import type { Random } from '../../testing/random.ts'
import { type Settings, setting } from '../../testing/stack.ts'
import { runRounds } from './lanes.ts'

/** Does it for each of the items, a few at once, each in a lane of its own. */
export async function eachOf<T>(
  items: readonly T[],
  lanes: number,
  act: (item: T, lane: number) => Promise<void>,
): Promise<void> {
  const free = Array.from({ length: lanes }, (_, lane) => lane)
  await runRounds(items.length, lanes, async (n) => {
    const lane = free.pop() ?? 0
    const item = items[n]
    if (item !== undefined) await act(item, lane)
    free.push(lane)
  })
}

export function sample<T>(items: readonly T[], count: number, random: Random): T[] {
  const shuffled = items.map((item): [number, T] => [random.next(), item]).toSorted(([a], [b]) => a - b)
  return shuffled.slice(0, count).map(([, item]) => item)
}

/** Names whose answer is another one the next time: public at first, then not, or any order of all. */
export function rebindingNames(random: Random, count: number): Record<string, string[][]> {
  const hosts = [[PUBLIC], ['127.0.0.1'], ['::1'], [PUBLIC, '127.0.0.3'], ['127.127.127.127', PUBLIC]]
  const flips = Array.from({ length: count }, (_, n): [string, string[][]] => [
    `flip-${n}.example.org`,
    Array.from({ length: 4 }, () => random.pick(hosts)),
  ])
  const once = ['download', 'hop', 'endpoint', 'callback'].map((what): [string, string[][]] => [
    `once-${what}.example.org`,
    [[PUBLIC], ['127.0.0.1']],
  ])
  return Object.fromEntries([...flips, ...once])
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

/** Attempts of the processes themselves to connect to anything but the public address and the engines of the service. */
export function forbiddenAttempts(file: string, harness: Harness, port: number): string[] {
  const engines = enginePorts(harness.ground.settings)
  return linesOf(file).filter((line) => {
    const [address = '', to = ''] = line.split(' ')
    const isEngine = engines.has(to) && (address.startsWith('127.') || address === '::1')
    return !isEngine && !(address === PUBLIC && to === `${port}`)
  })
}

function enginePorts(settings: Settings): Set<string> {
  const urls = ['DATABASE_URL', 'S3_ENDPOINT', 'OIDC_ISSUER'].map((name) => setting(settings, name))
  return new Set(urls.map((url) => new URL(url).port))
}
