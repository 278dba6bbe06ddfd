import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'
import { imageJson, multipartFrame } from '../../testing/http.ts'
import { type TestPicture, vary } from '../../testing/pictures.ts'
import { PUBLIC } from '../../testing/public-address.ts'
import type { Random } from '../../testing/random.ts'
import { setting } from '../../testing/stack.ts'

export const SENDER_NAME = 'pictures.example.org'
/** Of those that send everything: they leave while the picture is decoded and stored. */
const WHOLE_SHARE = 0.5
const LEAVE_MS_MAX = 400

export type HangUpKind = 'picture' | 'report' | 'url'

/** Sends pictures by URL and hangs up after the byte that the address names. */
export async function startBrokenSender(picture: Buffer) {
  const server = createServer((asked, answer) => {
    const at = Number(new URL(asked.url ?? '/', 'http://x').searchParams.get('at'))
    answer.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length })
    answer.write(picture.subarray(0, at), () => answer.destroy())
  })
  server.listen(0, PUBLIC)
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, length: picture.length, close }
}

export type HangUpParts = {
  harness: Harness
  url: string
  inspection: string
  random: Random
  pictures: Buffer[]
  sender: { port: number; length: number } | null
}

type Sent = { path: string; contentType: string; body: Buffer; picture?: TestPicture }

/** One upload that breaks off: at a random byte of its body, or after the last one, before the answer. */
export async function hangUp(parts: HangUpParts, kind: HangUpKind): Promise<void> {
  const { harness, random, inspection } = parts
  const { path, contentType, body, picture } = makeUpload(parts, kind)
  // Whether it was stored the client cannot know; the picture was sent by somebody all the same.
  if (picture)
    harness.history.add({
      client: 'hang-up',
      operation: 'createImage',
      start: Date.now(),
      end: Date.now(),
      outcome: 'unknown',
      status: 0,
      inspection_id: inspection,
      sha256: picture.sha256,
      size_bytes: picture.bytes.length,
    })
  const token = await harness.tokens.of('alder-member')
  const upload = request(`${parts.url}/v1/inspections/${inspection}${path}`, {
    method: 'POST',
    ca: readFileSync(setting(harness.ground.settings, 'STACK_CA_FILE')),
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType, 'content-length': body.length },
  })
  const left = new Promise<void>((resolve) => {
    upload.on('error', () => resolve())
    upload.on('close', resolve)
    upload.on('response', (response) => response.on('error', () => {}).resume())
  })
  const isWhole = kind === 'url' || random.next() < WHOLE_SHARE
  await new Promise<void>((resolve) => {
    upload.on('error', () => resolve())
    upload.write(isWhole ? body : body.subarray(0, random.below(body.length)), () => resolve())
  })
  if (isWhole) await Promise.race([left, delay(random.between(0, LEAVE_MS_MAX))])
  upload.destroy()
  await left
}

function makeUpload({ random, pictures, sender }: HangUpParts, kind: HangUpKind): Sent {
  if (kind === 'url' && sender) {
    const url = `http://${SENDER_NAME}:${sender.port}/picture?at=${random.below(sender.length)}`
    const body = Buffer.from(JSON.stringify({ acquisition: { strategy: 'download_from_url', url } }))
    return { path: '/images', contentType: 'application/json', body }
  }
  if (kind === 'report') {
    const { contentType, head, tail } = multipartFrame({ pdf_post_strategy: 'upload' }, 'pdf_data')
    const pdf = Buffer.from(`%PDF-1.7\n% ${random.bytes(30_000).toString('hex')}\n%%EOF\n`)
    return { path: '/pdf', contentType, body: Buffer.concat([head, pdf, tail]) }
  }
  const picture = vary(random.pick(pictures), random)
  const { contentType, head, tail } = multipartFrame(imageJson([]), 'file')
  return { path: '/images', contentType, body: Buffer.concat([head, picture.bytes, tail]), picture }
}
