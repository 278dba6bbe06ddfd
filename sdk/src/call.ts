import type { Entities } from './api-types.ts'
import type { Client } from './client.ts'
import { WalkaroundError } from './errors.ts'
import { type Answer, type CallOptions, exchange, type Plan, type VersionedOptions } from './exchange.ts'
import { normalize } from './normalize.ts'
import type { Normalized } from './records.ts'

/** An answer in the specification's form, with what stands beside it. */
export type Answered<Result, Beside = unknown> = { entities: Entities; result: Result } & Beside

/** A path with its parts made safe. An empty part would be another path. */
export function at(texts: TemplateStringsArray, ...parts: string[]): string {
  return texts.reduce((path, text, n) => {
    const part = parts[n - 1]
    if (!part) throw new TypeError(`an id is missing after ${path}`)
    return path + encodeURIComponent(part) + text
  })
}

export async function call<A>(
  client: Client,
  method: string,
  path: string,
  options?: VersionedOptions,
  body?: object,
  query?: object,
): Promise<A> {
  return answerOf<A>(await exchange(client, { method, path, query, body: body && jsonBody(body) }, options))
}

/** Without a token: for whoever holds the address, the paper or the link. */
export async function callOpen<A>(
  client: Client,
  path: string,
  options?: CallOptions,
  query?: object,
  body?: object,
): Promise<A> {
  const method = body ? 'POST' : 'GET'
  const plan = { method, path, query, body: body && jsonBody(body), isOpen: true }
  return answerOf<A>(await exchange(client, plan, options))
}

/** Bytes behind a signed address, or behind a path that needs no token. */
export async function download(
  client: Client,
  path: string,
  options?: CallOptions,
  query?: object,
): Promise<Blob> {
  const plan: Plan = { method: 'GET', path, query, isOpen: true }
  const { body } = await exchange(client, plan, {
    ...options,
    headers: { accept: '*/*', ...options?.headers },
  })
  return body
}

const jsonBody = (body: object) => ({ type: 'application/json', content: JSON.stringify(body) })

export async function answerOf<A>(answer: Answer): Promise<A> {
  const text = await answer.body.text()
  try {
    const normalized: Normalized = normalize(JSON.parse(text))
    // The generated types say what the service's own schemas let through.
    return normalized as A
  } catch (cause) {
    throw new WalkaroundError({
      code: 'answer_unreadable',
      message: 'The response is not JSON. It may come from a proxy instead of the service.',
      status: answer.status,
      requestId: answer.header('x-request-id') ?? undefined,
      cause,
    })
  }
}
