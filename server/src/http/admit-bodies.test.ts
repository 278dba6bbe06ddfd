import { readdirSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createInspection, jpeg, waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'

let service: Service
const open: ClientRequest[] = []
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy()
  await service.stop()
})

const files = () => readdirSync(service.temporaryDir).filter((name) => name.includes('upload'))

/** An upload whose file part has begun; `finish` sends the rest. */
async function begin(inspection: string, as: string, { bytes = 100_000 } = {}) {
  const head = Buffer.from(
    `--x\r\ncontent-disposition: form-data; name="json"\r\n\r\n${JSON.stringify({ acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' } })}\r\n--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
  )
  const picture = await jpeg(open.length + 1)
  const tail = Buffer.from('\r\n--x--\r\n')
  const upload = request(`${service.url}/v1/inspections/${inspection}/images`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${await service.tokenOf(as)}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': bytes === 0 ? head.length + picture.length + tail.length : bytes,
    },
  })
  open.push(upload)
  const answer = new Promise<{ status: number; code: string }>((resolve, reject) => {
    upload.on('error', reject)
    upload.on('response', async (response) => {
      const text = Buffer.concat(await response.toArray().catch(() => [])).toString()
      resolve({ status: response.statusCode ?? 0, code: text ? JSON.parse(text).code : '' })
    })
  })
  answer.catch(() => {})
  let sent = 500
  upload.write(Buffer.concat([head, picture.subarray(0, sent)]))
  const drip = setInterval(() => upload.write(picture.subarray(sent, ++sent)), 100)
  upload.on('close', () => clearInterval(drip))
  const finish = () => {
    clearInterval(drip)
    upload.end(Buffer.concat([picture.subarray(sent), tail]))
  }
  return { upload, answer, finish }
}

describe('admitBodies', () => {
  it('refuses who may not, or names nothing they see, before a byte of their body is on disk', async () => {
    service = await startService()
    const inspection = await createInspection(service)
    const cases: [string, string, number][] = [
      [inspection, 'alder-none', 403],
      [inspection, 'birch-manager', 404],
      ['0198c0de-0000-7000-8000-000000000001', 'alder-manager', 404],
    ]
    for (const [id, as, status] of cases) {
      const uploads = await Promise.all(Array.from({ length: 5 }, () => begin(id, as, { bytes: 20_000_000 })))
      for (const { answer } of uploads) {
        expect((await answer).status).toBe(status)
        expect(files()).toEqual([])
      }
    }
  })

  it('reads no more files at once than a caller may send, and the next when one has ended or gone away', async () => {
    // However long the machine needs to get here, an upload that drips is not too slow.
    service = await startOwnService({
      settings: { UPLOADS_IN_FLIGHT_PER_CALLER_MAX: '2', UPLOAD_BYTES_PER_S_MIN: '1' },
    })
    const inspection = await createInspection(service)
    const uploads = []
    for (let n = 0; n < 4; n++) uploads.push(await begin(inspection, 'alder-manager', { bytes: 0 }))
    const [first, second, third, fourth] = uploads
    await waitFor('two files', async () => files().length === 2)
    await delay(300)
    expect(files()).toHaveLength(2)
    // Somebody else of the organization does not wait for them.
    const other = await begin(inspection, 'alder-admin', { bytes: 0 })
    await waitFor('the file of somebody else', async () => files().length === 3)
    other.upload.destroy()
    first?.finish()
    expect((await first?.answer)?.status).toBe(201)
    second?.upload.destroy()
    third?.finish()
    fourth?.finish()
    expect((await third?.answer)?.status).toBe(201)
    expect((await fourth?.answer)?.status).toBe(201)
    await waitFor('no file', async () => files().length === 0)
  })

  it('408 for a body that hardly comes', async () => {
    service = await startOwnService({ settings: { UPLOAD_BYTES_PER_S_MIN: '1000000' } })
    const inspection = await createInspection(service)
    const { answer } = await begin(inspection, 'alder-manager')
    expect(await answer).toEqual({ status: 408, code: 'request_timeout' })
    await waitFor('no file', async () => files().length === 0)
  })
})
