import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'
import { outcomeOf } from '../../testing/history.ts'
import { imageJson, multipartFrame } from '../../testing/http.ts'
import type { TestPicture } from '../../testing/pictures.ts'
import { childrenOf, residentMb } from '../../testing/processes.ts'
import type { Random } from '../../testing/random.ts'
import { setting } from '../../testing/stack.ts'

const CHUNK_BYTES = 64 * 1024
const HELD_BYTES = 32 * 1024
const DRIP_BYTES = 64

/** How slow: pauses between pieces, on average, and the time in which they are let go. */
export type Pace = { pauseMs: number; letGoMs: number }

export type SlowParts = {
  harness: Harness
  url: string
  inspection: string
  random: Random
  ca: Buffer
  pace: Pace
  /** Resident megabytes of the API process with its garbage collected. */
  usedMb: () => Promise<number>
}

export function slowParts(
  harness: Harness,
  inspection: string,
  random: Random,
  usedMb: () => Promise<number>,
  pace: Pace,
): SlowParts {
  const ca = readFileSync(setting(harness.ground.settings, 'STACK_CA_FILE'))
  return { harness, url: harness.urls[0] ?? '', inspection, random, ca, usedMb, pace }
}

/** Opens an upload on a connection of its own and returns a way to feed its body. */
async function openUpload(parts: SlowParts, picture: TestPicture) {
  const { contentType, head, tail } = multipartFrame(imageJson([]), 'file')
  const body = Buffer.concat([head, picture.bytes, tail])
  const token = await parts.harness.tokens.of('alder-member')
  const upload = request(`${parts.url}/v1/inspections/${parts.inspection}/images`, {
    method: 'POST',
    ca: parts.ca,
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType, 'content-length': body.length },
  })
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    upload.on('error', reject)
    upload.on('response', async (response) => {
      const chunks = await response.toArray()
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
    })
  })
  return { upload, body, answer }
}

/** Sends bytes in chunks with random pauses, never faster than the server takes them. */
async function feed(
  upload: NodeJS.WritableStream,
  bytes: Buffer,
  random: Random,
  pauseMs: number,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    if (!upload.write(bytes.subarray(at, at + CHUNK_BYTES))) await once(upload, 'drain')
    await delay(random.between(0, pauseMs * 2))
  }
}

type Barrier = { arrive: () => Promise<void>; arrived: () => number; open: () => void }

function createBarrier(): Barrier {
  let count = 0
  const hold = Promise.withResolvers<void>()
  return {
    arrived: () => count,
    open: hold.resolve,
    arrive: () => {
      count += 1
      return hold.promise
    },
  }
}

/**
 * All uploads are open at once and stop before their last bytes; there memory is read. Then each is let go.
 * Returns megabytes of the API process at the plateau and at its highest, and of its decoders.
 */
export async function uploadTogether(parts: SlowParts, pictures: TestPicture[], say: (line: string) => void) {
  const { harness } = parts
  const pid = harness.apis[0]?.pid ?? 0
  const decodersMb = () => childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0)
  const barrier = createBarrier()
  const uploads = pictures.map((picture, n) => sendHeld(parts, picture, barrier, n))
  let peakMb = 0
  while (barrier.arrived() < pictures.length) {
    await delay(100)
    peakMb = Math.max(peakMb, residentMb(pid))
  }
  const uncollectedMb = residentMb(pid)
  const plateauMb = await parts.usedMb()
  const plateauDecodersMb = decodersMb()
  say(
    `${pictures.length} uploads stand before their last bytes, the API process at ${plateauMb.toFixed(0)} MB`,
  )
  barrier.open()
  let decodersPeakMb = 0
  let storingPeakMb = 0
  const sampler = setInterval(() => {
    decodersPeakMb = Math.max(decodersPeakMb, decodersMb())
    storingPeakMb = Math.max(storingPeakMb, residentMb(pid))
  }, 200)
  const statuses = await Promise.all(uploads).finally(() => clearInterval(sampler))
  return { statuses, plateauMb, uncollectedMb, peakMb, storingPeakMb, plateauDecodersMb, decodersPeakMb }
}

async function sendHeld(
  parts: SlowParts,
  picture: TestPicture,
  barrier: Barrier,
  n: number,
): Promise<number> {
  const start = Date.now()
  const { upload, body, answer } = await openUpload(parts, picture)
  const held = body.length - HELD_BYTES
  await feed(upload, body.subarray(0, held), parts.random, parts.pace.pauseMs)
  // A body that brings nothing at all is not waited for.
  let sent = held
  const drip = setInterval(() => {
    upload.write(body.subarray(sent, sent + DRIP_BYTES))
    sent += DRIP_BYTES
  }, 1_000)
  await barrier.arrive()
  await delay(parts.random.between(0, parts.pace.letGoMs))
  clearInterval(drip)
  upload.end(body.subarray(sent))
  const { status, text } = await answer
  const outcome = outcomeOf(status)
  const about = { inspection_id: parts.inspection, sha256: picture.sha256, size_bytes: picture.bytes.length }
  const made = outcome === 'ok' ? { image_id: JSON.parse(text).id } : {}
  const call = { client: `slow-${n}`, operation: 'createImage', start, end: Date.now(), outcome, status }
  parts.harness.history.add({ ...call, ...about, ...made })
  return status
}

/** A client that goes away in the middle of its body, at a random byte. */
export async function vanish(parts: SlowParts, picture: TestPicture): Promise<void> {
  const { upload, body, answer } = await openUpload(parts, picture)
  // The connection is torn down by this side; there is no answer to wait for.
  answer.catch(() => {})
  await feed(upload, body.subarray(0, parts.random.below(body.length - 1)), parts.random, 5)
  upload.destroy()
}
