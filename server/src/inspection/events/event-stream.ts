import { Readable } from 'node:stream'
import { eventBody, type PublishedEvent } from '../../core/contracts/event-body.ts'
import type { EventType } from '../../core/contracts/event-types.ts'

/** What somebody hears of: an inspection, all of an owner, or with neither all of the organization. */
export type StreamFilter = {
  inspection_id: string | null
  owner_id: string | null
  types: ReadonlySet<EventType> | null
}

/** Why a stream was ended, for the metrics. */
export type StreamEnd = 'client' | 'deleted' | 'drained' | 'expired' | 'failed' | 'slow'

/** After so many milliseconds a client connects again. */
const RETRY = 'retry: 2000\n'
/** Events that may happen while a stream is still told what it missed. */
const PENDING_MAX = 2_000

// An event goes to many streams, as the same bytes.
const frames = new WeakMap<PublishedEvent, Buffer>()

function frameOf(event: PublishedEvent): Buffer {
  const known = frames.get(event)
  if (known) return known
  const text = `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(eventBody(event))}\n\n`
  const frame = Buffer.from(text)
  frames.set(event, frame)
  return frame
}

/** One open stream. It is told events, and its body is the bytes of those that its reader wants. */
export class EventStream {
  readonly filter: StreamFilter
  readonly body: Readable
  readonly #bufferBytesMax: number
  readonly #nowMs: () => number
  /** Events while what was missed before them is still being read; null once it has been. */
  #pending: PublishedEvent[] | null = []
  /** Up to here events have been looked at, and up to here the reader knows. */
  #position = 0
  #told = 0
  #writtenAtMs: number
  #drained: (() => void) | null = null
  #ending: StreamEnd | null = null

  constructor(filter: StreamFilter, bufferBytesMax: number, nowMs: () => number) {
    this.filter = filter
    this.#bufferBytesMax = bufferBytesMax
    this.#nowMs = nowMs
    this.#writtenAtMs = nowMs()
    this.body = new Readable({ read: () => this.#drained?.() })
    this.body.once('close', () => this.#drained?.())
  }

  get endedBy(): StreamEnd {
    return this.#ending ?? 'client'
  }

  /** Goes on live from here, as if everything up to `position` had been told. */
  begin(position: number): void {
    this.#moveTo(position)
    this.#write(`${RETRY}id: ${position}\n\n`)
    this.goLive()
  }

  /** What was missed cannot be told: whoever reads must look at everything again. */
  reset(position: number): void {
    this.#moveTo(position)
    this.#write(`${RETRY}id: ${position}\nevent: stream.reset\ndata: {"type":"stream.reset"}\n\n`)
    this.goLive()
  }

  /** What was missed after `position` follows by `tellMissed`, and then `goLive` is called. */
  resume(position: number): void {
    this.#moveTo(position)
    this.#write(`${RETRY}\n`)
  }

  tellMissed(event: PublishedEvent): void {
    this.#send(event)
  }

  goLive(): void {
    const pending = this.#pending ?? []
    this.#pending = null
    for (const event of pending) this.#send(event)
  }

  tell(event: PublishedEvent): void {
    if (!this.#pending) {
      this.#send(event)
      return
    }
    this.#pending.push(event)
    // Connecting again begins after what was told, so nothing is lost.
    if (this.#pending.length > PENDING_MAX) this.cut('slow')
  }

  /** Keeps what stands between from closing a silent connection, and tells the client how far it is. */
  beat(silentMs: number): void {
    if (this.#nowMs() - this.#writtenAtMs < silentMs || this.#pending) return
    const id = this.#position > this.#told ? `id: ${this.#position}\n` : ''
    this.#told = this.#position
    this.#write(`:\n${id}\n`)
  }

  /** Ends after what is on its way. */
  finish(reason: StreamEnd): void {
    if (this.#ending || this.body.destroyed) return
    this.#ending = reason
    this.body.push(null)
  }

  /** Ends at once: its reader does not take what there is, or there is none. */
  cut(reason: StreamEnd): void {
    this.#ending ??= reason
    this.body.destroy()
  }

  /** Resolves when the reader has taken most of what there is, or is gone. */
  async drained(): Promise<void> {
    const { body } = this
    if (body.destroyed || body.readableLength < body.readableHighWaterMark) return
    await new Promise<void>((resolve) => {
      this.#drained = resolve
    })
    this.#drained = null
  }

  #moveTo(position: number): void {
    this.#position = position
    this.#told = position
  }

  #send(event: PublishedEvent): void {
    // A client that comes from a process which was ahead of this one has had it already.
    if (event.position <= this.#position) return
    this.#position = event.position
    const { inspection_id, owner_id, types } = this.filter
    if (inspection_id !== null && event.inspection_id !== inspection_id) return
    if (owner_id !== null && event.owner_id !== owner_id) return
    if (!types || types.has(event.type)) {
      this.#told = event.position
      this.#write(frameOf(event))
    }
    if (inspection_id !== null && event.type === 'inspection.deleted') this.finish('deleted')
  }

  #write(bytes: Buffer | string): void {
    if (this.#ending || this.body.destroyed) return
    this.#writtenAtMs = this.#nowMs()
    this.body.push(bytes)
    if (this.body.readableLength > this.#bufferBytesMax) this.cut('slow')
  }
}
