/** A piece of work that has ended. */
export type SpanRecord = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  startMs: number
  endMs: number
  attributes: Record<string, string | number>
  /** The class of what went wrong. */
  error: string | undefined
}

const TIMEOUT_MS = 5_000
const FAILED = 2

/** OTLP over HTTP in JSON: identifiers in hexadecimal, 64-bit numbers as text, enumerations as numbers. */
export async function sendSpans(url: string, role: string, spans: readonly SpanRecord[]): Promise<void> {
  const resource = { attributes: attributesOf({ 'service.name': `walkaround-${role}` }) }
  const scopeSpans = [{ scope: { name: 'walkaround' }, spans: spans.map(encodeSpan) }]
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
}

function encodeSpan(span: SpanRecord) {
  const { traceId, spanId, parentSpanId, name, kind, error } = span
  return {
    traceId,
    spanId,
    ...(parentSpanId ? { parentSpanId } : {}),
    name,
    kind,
    startTimeUnixNano: nanosecondsOf(span.startMs),
    endTimeUnixNano: nanosecondsOf(span.endMs),
    attributes: attributesOf({ ...span.attributes, ...(error ? { 'error.type': error } : {}) }),
    status: error ? { code: FAILED } : {},
  }
}

const nanosecondsOf = (ms: number) => `${BigInt(Math.round(ms * 1_000)) * 1_000n}`

function attributesOf(attributes: Record<string, string | number>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) },
  }))
}
