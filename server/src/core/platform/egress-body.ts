import { pipeline, type Readable, Transform } from 'node:stream'
import { asRefused, EgressRefused } from './egress-refused.ts'

export type RateMin = { bytesPerS: number; graceMs: number }

/** The same bytes; fails when they become too many or come too slowly. */
export function limitBody(
  source: Readable,
  bytesMax: number,
  rateMin: RateMin,
  signal: AbortSignal,
): Readable {
  let bytes = 0
  let waitedMs = 0
  const tickMs = rateMin.graceMs / 20
  const body = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length
      if (bytes > bytesMax) callback(new EgressRefused('too_large'))
      else callback(null, chunk)
    },
    destroy(error, callback) {
      clearInterval(ticker)
      callback(error && asRefused(error))
    },
  })
  const ticker = setInterval(() => {
    // Time in which only our own reader is behind does not count.
    if (!body.writableNeedDrain && !body.writableEnded) waitedMs += tickMs
    const expected = (rateMin.bytesPerS * (waitedMs - rateMin.graceMs)) / 1000
    if (bytes < expected) body.destroy(new EgressRefused('too_slow'))
  }, tickMs)
  signal.addEventListener('abort', () => body.destroy(signal.reason), { once: true })
  // An error that comes before the reader waits for it in the stream; without a listener it would end the process.
  body.on('error', () => {})
  pipeline(source, body, () => {})
  return body
}
