import type { ServiceEvent } from './api-types.ts'
import type { Client } from './client.ts'
import { WalkaroundError } from './errors.ts'
import type { CallOptions } from './exchange.ts'
import { openBody } from './open-body.ts'
import { pause, retryDelayMs } from './retry.ts'
import { createEventReader, type SentEvent } from './server-sent-events.ts'

export type StreamOptions = Omit<CallOptions, 'timeoutMs'> & {
  /** The `position` of the last event you have dealt with: goes on right behind it. */
  after?: string
}

/** What happened, and where it stands in the stream. `stream.reset` says: read again what you show. */
export type StreamEvent = (ServiceEvent | { type: 'stream.reset' }) & { position: string }

/** The service sends a comment every 15 seconds; a line that is silent for longer is dead. */
const SILENCE_MS = 45_000
/** Where the service asks for longer than a call would wait. */
const LONG_MS = 120_000

/**
 * Events as they happen. A connection that ends or breaks is made again and goes on behind the last event, so none is
 * missed and none comes twice. Ends when the signal aborts, or with the inspection it follows.
 */
export async function* followEvents(
  client: Client,
  path: string,
  query: object | undefined,
  options: StreamOptions = {},
): AsyncGenerator<StreamEvent, void, undefined> {
  const { signal } = options
  let position = options.after
  let failures = 0
  while (!signal?.aborted) {
    let stream: OpenStream | undefined
    let delayMs: number | undefined
    let failure: Pick<WalkaroundError, 'retryable' | 'retryAfterS'> = {
      retryable: true,
      retryAfterS: undefined,
    }
    try {
      stream = await openStream(client, path, query, options, position)
      failures = 0
      for await (const event of stream.events()) {
        yield { ...JSON.parse(event.data), type: event.type, position: event.id }
        if (event.type === 'inspection.deleted' && path.includes('/inspections/')) return
      }
      // The service ended it, and says when to come back.
      delayMs = stream.reader.retryMs()
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof WalkaroundError) failure = error
      if (!failure.retryable) throw error
    }
    position = stream?.reader.lastId() || position
    failures += 1
    await pause(delayMs ?? retryDelayMs(failure, failures) ?? LONG_MS, signal).catch(() => {})
  }
}

type OpenStream = Awaited<ReturnType<typeof openStream>>

async function openStream(
  client: Client,
  path: string,
  query: object | undefined,
  { signal, headers }: StreamOptions,
  position: string | undefined,
) {
  const resumed = position === undefined ? {} : { 'last-event-id': position }
  const { body, end } = await openBody(
    client,
    { method: 'GET', path, query },
    { ...(signal ? { signal } : {}), headers: { accept: 'text/event-stream', ...resumed, ...headers } },
  )
  const reader = createEventReader()
  return { events: () => eventsOf(body, reader, end, signal), reader }
}

async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  reader: ReturnType<typeof createEventReader>,
  end: () => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<SentEvent, void, undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const decoder = new TextDecoder()
  const pieces = body.getReader()
  signal?.addEventListener('abort', end)
  try {
    while (!signal?.aborted) {
      clearTimeout(timer)
      timer = setTimeout(end, SILENCE_MS)
      const next = await pieces.read()
      if (next.done) return
      yield* reader.read(decoder.decode(next.value, { stream: true }))
    }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
    // Whoever stops looping leaves no connection open.
    end()
  }
}
