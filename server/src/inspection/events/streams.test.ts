import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PublishedEvent } from '../../core/contracts/event-body.ts'
import { createMetrics } from '../../core/platform/metrics.ts'
import type { EventStream } from './event-stream.ts'
import { Streams } from './streams.ts'

const NOBODY = { inspection_id: null, owner_id: null, types: null }
const principal = { subject: 'anna', org_id: 'org_a', permissions: new Set<string>(), expiresAtMs: 100_000 }

let nowMs: number
let streams: Streams
let tell: (event: PublishedEvent) => void
let listening: number
beforeEach(() => {
  nowMs = 0
  listening = 0
  streams = new Streams({
    hub: {
      position: 5,
      catchUp: async () => {},
      listen: (_org, heard) => {
        tell = heard
        listening += 1
        return () => {
          listening -= 1
        }
      },
    },
    clock: { nowMs: () => nowMs },
    config: {
      EVENT_STREAMS_MAX: 5,
      EVENT_STREAMS_PER_CALLER_MAX: 2,
      EVENT_BUFFER_BYTES_MAX: 10_000,
    },
    metrics: createMetrics('test'),
  })
})
afterEach(() => streams.drain())

const eventAt = (
  position: number,
  type: PublishedEvent['type'] = 'task.done',
  reason = '',
): PublishedEvent => ({
  position,
  org_id: 'org_a',
  owner_id: 'anna',
  inspection_id: 'i-1',
  id: `e-${position}`,
  type,
  payload: reason ? { reason } : {},
  created_by: null,
  created_at: '2026-11-14T09:24:31.065973+00:00',
})

const textOf = (stream: EventStream) => String(stream.body.read() ?? '')
const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)\nevent/gm)].map(([, id]) => Number(id))
/** Its end is told to who listens a moment after it is closed. */
async function closed(stream: EventStream): Promise<void> {
  while (!stream.body.closed) await setImmediate()
  await setImmediate()
}

describe('a stream', () => {
  it('is told what came while it opened, once, and nothing that was before it', () => {
    const stream = streams.open(principal, NOBODY)
    for (const position of [4, 5, 6]) tell(eventAt(position))
    stream.begin(5)
    tell(eventAt(6))
    tell(eventAt(7))
    const text = textOf(stream)
    expect(text).toMatch(/^retry: 2000\nid: 5\n\n/)
    expect(idsIn(text)).toEqual([6, 7])
  })

  it('that resumes is told what it missed first, then what came meanwhile, then what comes', () => {
    const stream = streams.open(principal, NOBODY)
    stream.resume(2)
    tell(eventAt(6))
    for (const position of [3, 5]) stream.tellMissed(eventAt(position))
    tell(eventAt(7))
    expect(idsIn(textOf(stream))).toEqual([3, 5])
    stream.goLive()
    tell(eventAt(8))
    expect(idsIn(textOf(stream))).toEqual([6, 7, 8])
  })

  it('of a client that another process told more is not told it again', () => {
    const stream = streams.open(principal, NOBODY)
    stream.resume(8)
    stream.goLive()
    for (const position of [6, 7, 8, 9]) tell(eventAt(position))
    expect(idsIn(textOf(stream))).toEqual([9])
  })

  it('is one line of data, whatever the event says', () => {
    const stream = streams.open(principal, NOBODY)
    stream.begin(5)
    tell(eventAt(6, 'task.failed', 'two\nlines\r\nid: 99\n\nevent: x'))
    const [, block = ''] = textOf(stream).split('\n\n')
    expect(block.split('\n')).toEqual([
      'id: 6',
      'event: task.failed',
      expect.stringMatching(/^data: \{.*\}$/),
    ])
  })

  it('has a heartbeat after 15 silent seconds, with how far it is, and none while it is told something', () => {
    const stream = streams.open(principal, { ...NOBODY, types: new Set(['task.done']) })
    stream.begin(5)
    textOf(stream)
    nowMs = 14_999
    streams.look()
    expect(textOf(stream)).toBe('')
    tell(eventAt(6, 'image.created'))
    nowMs = 15_000
    streams.look()
    expect(textOf(stream)).toBe(':\nid: 6\n\n')
    nowMs = 30_000
    streams.look()
    expect(textOf(stream)).toBe(':\n\n')
    tell(eventAt(7))
    nowMs = 44_000
    streams.look()
    expect(idsIn(textOf(stream))).toEqual([7])
  })

  it('ends when the token does, also for who does not read', async () => {
    const [read, unread] = [streams.open(principal, NOBODY), streams.open(principal, NOBODY)]
    for (const stream of [read, unread]) stream.begin(5)
    read.body.resume()
    nowMs = 99_999
    streams.look()
    expect([read.body.destroyed, unread.body.destroyed]).toEqual([false, false])
    nowMs = 100_000
    streams.look()
    await closed(read)
    expect(unread.body.destroyed).toBe(false)
    nowMs = 130_000
    streams.look()
    await closed(unread)
    expect([read.endedBy, unread.endedBy, listening]).toEqual(['expired', 'expired', 0])
  })

  it('is cut when more waits for its reader than may, sent or not yet told', async () => {
    const behind = streams.open(principal, NOBODY)
    behind.begin(5)
    for (let n = 6; n < 30; n++) tell(eventAt(n, 'task.failed', 'x'.repeat(1_000)))
    await closed(behind)
    const resuming = streams.open(principal, NOBODY)
    resuming.resume(1)
    for (let n = 6; n < 2_100; n++) tell(eventAt(n))
    await closed(resuming)
    expect([behind.endedBy, resuming.endedBy, listening]).toEqual(['slow', 'slow', 0])
  })
})

describe('the places for streams', () => {
  it('are free again when a stream is gone, however it ended', async () => {
    const [first, second] = [streams.open(principal, NOBODY), streams.open(principal, NOBODY)]
    expect(() => streams.open(principal, NOBODY)).toThrow('too many streams')
    first.cut('client')
    await closed(first)
    streams.open(principal, NOBODY)
    second.begin(5)
    second.finish('deleted')
    second.body.resume()
    await closed(second)
    streams.open(principal, NOBODY)
    streams.open({ ...principal, subject: 'ben' }, NOBODY)
    // Half of them, rounded up, is what one organization has.
    expect(() => streams.open({ ...principal, subject: 'cleo' }, NOBODY)).toThrow('too many streams')
    const other = { ...principal, org_id: 'org_other' }
    streams.open(other, NOBODY)
    streams.open(other, NOBODY)
    expect(() => streams.open({ ...other, org_id: 'org_third' }, NOBODY)).toThrow('temporarily unavailable')
  })
})
