import type { Client } from './client.ts'
import { type CallOptions, exchange, type Plan, type Transport } from './exchange.ts'

export type OpenBody = { body: ReadableStream<Uint8Array<ArrayBuffer>>; end: () => void }

/** Asks as any other call does: with a token, and again when it fails. What comes is read by the caller. */
export async function openBody(client: Client, plan: Plan, options: CallOptions): Promise<OpenBody> {
  let body: OpenBody['body'] = new Blob([]).stream()
  let end = () => {}
  const transport: Transport = async (client, { url, headers }, opening) => {
    // Outlives the attempt, unlike its signal.
    const controller = new AbortController()
    end = () => controller.abort()
    opening.addEventListener('abort', end)
    const response = await client.fetch(url, { headers, signal: controller.signal })
    const answer = { status: response.status, header: (name: string) => response.headers.get(name) }
    if (!response.ok) return { ...answer, body: await response.blob() }
    opening.removeEventListener('abort', end)
    body = response.body ?? body
    return { ...answer, body: new Blob([]) }
  }
  await exchange(client, { ...plan, transport }, options)
  return { body, end: () => end() }
}

/** Bytes of any size, as they come. A line that breaks breaks the stream: it can't go on where it was. */
export async function downloadStream(
  client: Client,
  path: string,
  options: CallOptions = {},
  query?: object,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const headers = { accept: '*/*', ...options.headers }
  const { body, end } = await openBody(client, { method: 'GET', path, query }, { ...options, headers })
  options.signal?.addEventListener('abort', end)
  return body
}
