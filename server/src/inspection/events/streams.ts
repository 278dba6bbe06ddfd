import { Problem } from '../../core/contracts/problems.ts'
import type { Clock } from '../../core/platform/clock.ts'
import type { Config } from '../../core/platform/config.ts'
import type { Principal } from '../../core/platform/identity.ts'
import type { Metrics } from '../../core/platform/metrics.ts'
import { EventStream, type StreamFilter } from './event-stream.ts'
import type { EventHub } from './hub.ts'

const BEAT_MS = 15_000
const LOOK_MS = 1_000
const FINISH_MS_MAX = 30_000
const RETRY_AFTER_S = 10

type Open = { stream: EventStream; caller: string; org_id: string; expiresAtMs: number }

export type StreamsParts = {
  hub: Pick<EventHub, 'position' | 'listen' | 'catchUp'>
  clock: Clock
  config: Pick<Config, 'EVENT_STREAMS_MAX' | 'EVENT_STREAMS_PER_CALLER_MAX' | 'EVENT_BUFFER_BYTES_MAX'>
  metrics: Pick<Metrics, 'eventStreams' | 'eventStreamEnds'>
}

/** The open streams of one process: how many there are, until when, and their heartbeat. */
export class Streams {
  readonly #parts: StreamsParts
  readonly #open = new Set<Open>()
  readonly #byCaller = new Map<string, number>()
  readonly #byOrganization = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #draining = false

  constructor(parts: StreamsParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.look(), LOOK_MS)
    this.#timer.unref()
  }

  /** A stream that already hears what happens, but was not told yet where to begin. */
  open(principal: Principal, filter: StreamFilter): EventStream {
    const { hub, clock, config, metrics } = this.#parts
    if (this.#open.size >= config.EVENT_STREAMS_MAX)
      throw new Problem('unavailable', { retry_after_s: RETRY_AFTER_S })
    const { org_id } = principal
    const caller = JSON.stringify([org_id, principal.subject])
    requireBelow(this.#byCaller.get(caller), config.EVENT_STREAMS_PER_CALLER_MAX)
    // The other half is for the others.
    requireBelow(this.#byOrganization.get(org_id), Math.ceil(config.EVENT_STREAMS_MAX / 2))
    const stream = new EventStream(filter, config.EVENT_BUFFER_BYTES_MAX, clock.nowMs)
    const one = { stream, caller, org_id, expiresAtMs: principal.expiresAtMs ?? Number.POSITIVE_INFINITY }
    this.#open.add(one)
    add(this.#byCaller, caller, 1)
    add(this.#byOrganization, org_id, 1)
    metrics.eventStreams.set(this.#open.size)
    const stopListening = hub.listen(org_id, (event) => stream.tell(event))
    stream.body.once('close', () => {
      stopListening()
      this.#remove(one)
    })
    return stream
  }

  /** Everything up to here is told to the streams that are open. */
  position(): number {
    const { position } = this.#parts.hub
    if (position === null) throw new Problem('unavailable', { retry_after_s: RETRY_AFTER_S })
    return position
  }

  /** The position of now: all that was committed before the call is not after it. */
  async currentPosition(): Promise<number> {
    await this.#parts.hub.catchUp()
    return this.position()
  }

  /** Lets go of a stream once it has begun, if no more are wanted: its client finds another process. */
  started(stream: EventStream): void {
    if (this.#draining) stream.finish('drained')
  }

  /** Runs every second: ends streams whose token is no longer good, and gives silent ones a heartbeat. */
  look(): void {
    const nowMs = this.#parts.clock.nowMs()
    for (const { stream, expiresAtMs } of this.#open) {
      // Who does not read would keep an ended stream open for ever.
      if (nowMs >= expiresAtMs + FINISH_MS_MAX) stream.cut('expired')
      else if (nowMs >= expiresAtMs) stream.finish('expired')
      else stream.beat(BEAT_MS)
    }
  }

  /** Ends all streams, and every later one as soon as it has begun: a client that is refused would not try again. */
  drain(): void {
    this.#draining = true
    clearInterval(this.#timer)
    for (const { stream } of this.#open) stream.finish('drained')
  }

  #remove(one: Open): void {
    const { metrics } = this.#parts
    this.#open.delete(one)
    add(this.#byCaller, one.caller, -1)
    add(this.#byOrganization, one.org_id, -1)
    metrics.eventStreams.set(this.#open.size)
    metrics.eventStreamEnds.inc({ reason: one.stream.endedBy })
  }
}

function requireBelow(count = 0, limit: number): void {
  if (count >= limit) throw new Problem('too_many_streams', { limit, retry_after_s: RETRY_AFTER_S })
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
