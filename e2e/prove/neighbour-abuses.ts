import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { imageJson, multipartFrame } from '../../testing/http.ts'
import { jpegSegment } from '../../testing/pictures.ts'
import { type Crowd, json, unknownId } from './neighbour-crowd.ts'
import { type AbuseName, STALLED_MARK, STRANGER_MARK } from './neighbour-target.ts'

type Abuse = (crowd: Crowd) => Promise<void>

const MEMBERS = {
  pictures: 60,
  lists: 24,
  reads: 24,
  patches: 600,
  thumbnails: 400,
  reports: 40,
  dripping: 100,
  stalled: 20,
  strangers: 40,
  streams: 500,
  streamEvents: 8,
  waits: 500,
  webhookEvents: 24,
  keys: 200,
}
const STALLED_BYTES = 20_000_000
const DRIP_MS = 1_000
const STREAM_MS = 2_000

/** What one organization does to the service while another works. Each goes on until the crowd is told that it is over. */
export const RUN: Record<AbuseName, Abuse> = {
  large_pictures: (crowd) => {
    const png = readFileSync(crowd.target.largePngFile)
    return crowd.gather(MEMBERS.pictures, (n) => {
      const inspection = inspectionOf(crowd, n)
      const { contentType, head, tail } = multipartFrame(imageJson([]), 'file', 'image/png')
      return crowd.ask({
        method: 'POST',
        path: `/v1/inspections/${inspection}/images`,
        token: crowd.token(n),
        headers: { 'content-type': contentType },
        body: Buffer.concat([head, varyPng(png, `${process.pid} ${crowd.next()}`), tail]),
      })
    })
  },
  patches: (crowd) =>
    crowd.gather(MEMBERS.patches, (n) =>
      crowd.ask({
        method: 'PATCH',
        path: `/v1/inspections/${inspectionOf(crowd, 0)}/vehicle`,
        token: crowd.token(n),
        ...json({ additional_data: { n: crowd.next() } }),
      }),
    ),
  thumbnails: (crowd) =>
    crowd.gather(MEMBERS.thumbnails, () => {
      const size = 200 + (crowd.next() % 1_800)
      const image = encodeURIComponent(crowd.target.pictureUrl)
      return crowd.ask({ path: `/v1/image_resize?image_url=${image}&width=${size}&height=${size}` })
    }),
  reports: (crowd) =>
    crowd.gather(MEMBERS.reports, async (n) => {
      const inspection = inspectionOf(crowd, crowd.next())
      const token = crowd.token(n)
      const path = `/v1/inspections/${inspection}/pdf`
      const made = await crowd.askJson({ method: 'POST', path, token, ...json({ pricing: true }) })
      if (!made) return 0
      return crowd.ask({ path: `/v1/verify/${made.report_id}` })
    }),
  slow_bodies: async (crowd) => {
    const stalled = crowd.gather(MEMBERS.stalled, (n) => stall(crowd, n, crowd.token(n)))
    // The large ones first: once the others hold every place of the organization, these would wait with empty hands.
    await delay(100)
    await Promise.all([stalled, crowd.gather(MEMBERS.dripping, (n) => drip(crowd, n))])
  },
  strangers: (crowd) =>
    crowd.gather(MEMBERS.strangers, (n) =>
      n % 4 === 3 ? stall(crowd, n, undefined) : stall(crowd, n, crowd.target.strangerToken),
    ),
  streams: async (crowd) => {
    const events = crowd.gather(MEMBERS.streamEvents, async (n) => {
      const status = await change(crowd, n)
      await delay(100)
      return status
    })
    const streams = crowd.gather(MEMBERS.streams, (n) => listen(crowd, n))
    await Promise.all([events, streams])
  },
  waits: (crowd) =>
    crowd.gather(MEMBERS.waits, (n) =>
      crowd.ask({
        path: `/v1/inspections/${inspectionOf(crowd, n)}/tasks/compliances`,
        token: crowd.token(n),
        headers: { prefer: 'wait=10' },
      }),
    ),
  webhooks: async (crowd) => {
    const token = crowd.managerToken(0)
    const path = '/v1/webhook_endpoints'
    await Promise.all(
      crowd.target.receivers.map((url) => crowd.ask({ method: 'POST', path, token, ...json({ url }) })),
    )
    await crowd.gather(MEMBERS.webhookEvents, (n) => change(crowd, n))
  },
  keys: (crowd) =>
    crowd.gather(MEMBERS.keys, (n) => {
      // Half of them repeat what another member asks at the same moment.
      const key = n % 2 === 0 ? `${process.pid}-${crowd.next()}` : `${process.pid}-again-${crowd.next() >> 7}`
      return crowd.ask({
        method: 'POST',
        path: `/v1/inspections/${inspectionOf(crowd, n)}/damages`,
        token: crowd.token(0),
        body: JSON.stringify({ damage_type: 'dent', part_type: 'hood' }),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
    }),
  large_reads: (crowd) =>
    crowd.gather(MEMBERS.reads, (n) =>
      crowd.ask({ path: `/v1/inspections/${crowd.target.largeInspection}`, token: crowd.token(n) }),
    ),
  lists: (crowd) =>
    crowd.gather(MEMBERS.lists, (n) =>
      crowd.ask({
        path: '/v1/inspections?limit=500&verbose=1&ownership_filter=organization_resources',
        token: crowd.managerToken(n),
      }),
    ),
}

function inspectionOf(crowd: Crowd, n: number): string {
  return crowd.target.inspections[n % crowd.target.inspections.length] ?? ''
}

function change(crowd: Crowd, n: number): Promise<number> {
  return crowd.ask({
    method: 'PATCH',
    path: `/v1/inspections/${inspectionOf(crowd, n)}`,
    token: crowd.token(n),
    ...json({ additional_data: { n: crowd.next() } }),
  })
}

/** An upload that sends its header at once and then a byte a second. */
async function drip(crowd: Crowd, n: number): Promise<number> {
  const { contentType, head } = multipartFrame(imageJson([]), 'file')
  let status = 0
  const upload = crowd.open(
    {
      method: 'POST',
      path: `/v1/inspections/${inspectionOf(crowd, n)}/images`,
      token: crowd.token(n),
      headers: { 'content-type': contentType, 'content-length': '2000000' },
    },
    (answered) => {
      status = answered
    },
  )
  upload.write(Buffer.concat([head, jpegStart('slow')]))
  while (!crowd.isOver && !upload.destroyed && status === 0) {
    await delay(DRIP_MS)
    upload.write('x')
  }
  upload.destroy()
  await delay(DRIP_MS)
  return status
}

/** A large upload that sends nearly everything and then stops. Without an inspection of the caller's it names an unknown one. */
async function stall(crowd: Crowd, n: number, token: string | undefined): Promise<number> {
  const isStranger = !token || token === crowd.target.strangerToken
  const inspection = isStranger ? unknownId(crowd.next()) : inspectionOf(crowd, n)
  const { contentType, head } = multipartFrame(imageJson([]), 'file')
  let status = 0
  const upload = crowd.open(
    {
      method: 'POST',
      path: `/v1/inspections/${inspection}/images`,
      ...(token ? { token } : {}),
      headers: { 'content-type': contentType, 'content-length': String(STALLED_BYTES + 1_000_000) },
    },
    (answered) => {
      status = answered
    },
  )
  upload.write(Buffer.concat([head, jpegStart(isStranger ? STRANGER_MARK : STALLED_MARK)]))
  upload.write(FILLING)
  while (!crowd.isOver && !upload.destroyed && status === 0) await delay(100)
  upload.destroy()
  // Whoever was refused comes again, but not as fast as the line allows.
  await delay(DRIP_MS)
  return status
}

const FILLING = Buffer.alloc(STALLED_BYTES, 'stalled')

/** What a JPEG begins with, and a mark in a comment by which a file on disk is recognised. */
function jpegStart(mark: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8]), jpegSegment(0xfe, Buffer.from(mark))])
}

/** A stream that is opened, hardly read, and closed again. */
async function listen(crowd: Crowd, n: number): Promise<number> {
  let status = 0
  const stream = crowd.open(
    {
      path: '/v1/events?ownership_filter=organization_resources',
      token: crowd.managerToken(n),
      headers: { accept: 'text/event-stream' },
    },
    (answered) => {
      status = answered
    },
  )
  stream.on('response', (answer) => answer.pause())
  stream.end()
  await delay(STREAM_MS * (0.5 + Math.random()))
  stream.destroy()
  return status
}

/** The same pixels under a digest of their own: a text chunk goes in before the end. */
function varyPng(png: Buffer, text: string): Buffer {
  const END_BYTES = 12
  const body = Buffer.concat([Buffer.from('tEXt'), Buffer.from(`Comment\0${text}`)])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length - 4)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, -END_BYTES), head, body, tail, png.subarray(-END_BYTES)])
}
