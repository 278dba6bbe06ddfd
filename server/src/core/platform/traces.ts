import { randomBytes } from 'node:crypto'
import type { Log } from './log.ts'
import { type SpanRecord, sendSpans } from './otlp.ts'

/** W3C Trace Context, section 3.2. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)
const SAMPLED = 1

const SEND_EVERY_MS = 2_000
const SENT_AT_ONCE_MAX = 512
const KEPT_MAX = 4_096

/** The numbers of the protocol: who works for whom. */
const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const

export type Attributes = Record<string, string | number>

/** A piece of work that is under way. */
export type Span = {
  readonly traceId: string
  /** Tells the next process which work its own belongs to. */
  readonly traceparent: string
  /** An error is thrown by the work, or a word for it. */
  end: (attributes?: Attributes, error?: unknown) => void
}

export type Tracer = {
  /** Null when the caller has decided that this work is not recorded. */
  start: (
    name: string,
    kind: keyof typeof KINDS,
    parent?: string | string[] | null,
    attributes?: Attributes,
  ) => Span | null
  /** Sends what is left. */
  close: () => Promise<void>
}

export type TracerOptions = {
  url: string
  role: string
  log: Log
  observe: (outcome: 'sent' | 'dropped', count: number) => void
}

/** Records what a process does, and sends it to a collector in the background. Nobody waits for that. */
export function createTracer({ url, role, log, observe }: TracerOptions): Tracer {
  const ended: SpanRecord[] = []
  let sending: Promise<void> | undefined
  let isSilent = false

  async function send(): Promise<void> {
    while (ended.length > 0) {
      const spans = ended.splice(0, SENT_AT_ONCE_MAX)
      try {
        await sendSpans(url, role, spans)
        observe('sent', spans.length)
        isSilent = false
      } catch (error) {
        observe('dropped', spans.length)
        // Once for each outage: the collector may be away for long.
        if (!isSilent) log.warn({ err: error }, 'traces cannot be sent')
        isSilent = true
      }
    }
  }
  // One at a time: a collector that hangs must not gather those that wait for it.
  const flush = () => {
    sending ??= send().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(flush, SEND_EVERY_MS).unref()

  return {
    start: (name, kind, parent, attributes = {}) => {
      const above = parseTraceparent(parent)
      if (above && !above.isSampled) return null
      const traceId = above?.traceId ?? randomBytes(16).toString('hex')
      const spanId = randomBytes(8).toString('hex')
      const startMs = performance.now()
      let isOpen = true
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-01`,
        end: (more = {}, error) => {
          if (!isOpen) return
          isOpen = false
          if (ended.length >= KEPT_MAX) return observe('dropped', 1)
          ended.push({
            traceId,
            spanId,
            parentSpanId: above?.spanId,
            name,
            kind: KINDS[kind],
            startMs: performance.timeOrigin + startMs,
            endMs: performance.timeOrigin + performance.now(),
            attributes: { ...attributes, ...more },
            // The class only: messages may quote what people wrote.
            error: error === undefined ? undefined : error instanceof Error ? error.name : String(error),
          })
        },
      }
    },
    close: async () => {
      clearInterval(timer)
      await sending
      await flush()
    },
  }
}

/** What a caller says of its own work; null where it says nothing that can be read. */
function parseTraceparent(text: unknown) {
  const [, traceId = NO_TRACE, spanId = NO_SPAN, flags = '00'] =
    (typeof text === 'string' ? TRACEPARENT.exec(text) : null) ?? []
  if (traceId === NO_TRACE || spanId === NO_SPAN) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}
