import { tokenOf } from '../../testing/tokens.ts'
import { comparePair, type Figures, type Ground } from './pair.ts'
import { sized } from './sizes.ts'

export const ORGANIZATION = 'org_alder'
const CONNECTIONS = 8
export const PAIRS = sized(8, 4)

export type Send = (method: string, path: string, body?: unknown) => Promise<string>

/** Calls the service as a client with a token. */
export async function clientOf(url: string): Promise<Send> {
  const authorization = `Bearer ${await tokenOf('alder-manager')}`
  return (method, path, body) => {
    if (body instanceof FormData) return send(url + path, { method, headers: { authorization }, body })
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) }
    return send(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  }
}

export async function send(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok)
    throw new Error(`${init.method ?? 'GET'} ${url} answered ${answer.status}: ${text.slice(0, 500)}`)
  return text
}

type Answer = { length: number }
type Both = { ours: () => Promise<Answer>; bare: () => Promise<Answer> }

export async function report(
  bench: string,
  ground: Ground,
  { ours, bare }: Both,
  operations: number,
  at = CONNECTIONS,
): Promise<Figures> {
  const load = (run: () => Promise<Answer>) => ({
    operations,
    at,
    run: async () => {
      await run()
    },
  })
  const [ourBytes, bareBytes] = [(await ours()).length, (await bare()).length]
  const figures = await comparePair(ground, PAIRS, load(ours), load(bare))
  return { bench, operations, ours_bytes: ourBytes, bare_bytes: bareBytes, ...figures }
}
