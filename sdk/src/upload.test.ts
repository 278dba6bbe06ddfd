import { once } from 'node:events'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Scripted, startScripted } from '../test/scripted-service.ts'
import { createClient } from './client.ts'
import type { FileSource } from './file-source.ts'
import { createImage } from './operations.ts'
import { type Progress, uploadImage, uploadReport } from './upload.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-sdk-'))
const path = join(folder, 'a "car".jpg')
const bytes = new Uint8Array(300_000).map((_, n) => n % 251)
writeFileSync(path, bytes)
afterAll(() => rmSync(folder, { recursive: true }))

const image = { json: { id: 'image-1', object_type: 'IMAGE' } }
let service: Scripted
afterEach(() => service.close())
const clientOf = () => createClient({ baseUrl: service.url, token: 'T' })

/** Read by the platform's own parser, not by ours. */
async function formOf(n = 0) {
  const { headers, body } = service.seen[n] ?? { headers: {}, body: Buffer.alloc(0) }
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const file = form.get('image') ?? form.get('pdf_data')
  if (!(file instanceof Blob)) throw new Error('there is no file')
  return {
    json: JSON.parse(await jsonText(form.get('json'))),
    file,
    bytes: new Uint8Array(await file.arrayBuffer()),
  }
}
const jsonText = (part: Blob | string | null) => (part instanceof Blob ? part.text() : String(part))

describe('a picture', () => {
  it.each<[string, () => FileSource, string]>([
    ['a Blob', () => new Blob([bytes], { type: 'image/jpeg' }), 'file'],
    ['a File', () => new File([bytes], 'car.jpg'), 'car.jpg'],
    ['a path', () => path, 'a "car".jpg'],
    ['a file: URL', () => pathToFileURL(path), 'a "car".jpg'],
    ['a stream of the web', () => new Blob([bytes]).stream(), 'file'],
    ['a stream of Node', () => createReadStream(path), 'file'],
  ])('comes from %s', async (_, source, name) => {
    service = await startScripted(image)
    const { result } = await uploadImage(clientOf(), 'i-1', source(), { tasks: ['damage_detection'] })
    expect(result).toBe('image-1')
    const form = await formOf()
    expect(form.bytes).toEqual(bytes)
    expect(form.json).toEqual({
      tasks: ['damage_detection'],
      acquisition: { strategy: 'upload_multipart_form_keys', fileKey: 'image' },
    })
    expect(form.file).toMatchObject({ name })
    expect(service.seen[0]?.headers['content-length']).toBe(String(service.seen[0]?.body.length))
  })

  it('comes from an address, which the service fetches', async () => {
    service = await startScripted(image)
    await uploadImage(clientOf(), 'i-1', new URL('https://cars.example/1.jpg'), { name: 'front' })
    expect(JSON.parse(String(service.seen[0]?.body))).toEqual({
      name: 'front',
      acquisition: { strategy: 'download_from_url', url: 'https://cars.example/1.jpg' },
    })
  })

  it('tells how far it is', async () => {
    service = await startScripted(image)
    const steps: Progress[] = []
    await uploadImage(clientOf(), 'i-1', new Blob([bytes]), {}, { onProgress: (step) => steps.push(step) })
    const total = service.seen[0]?.body.length
    expect(steps[0]).toEqual({ sentBytes: 0, totalBytes: total })
    expect(steps.at(-1)).toEqual({ sentBytes: total, totalBytes: total })
    expect(steps[1]?.sentBytes).toBe(65_536)
    expect(steps.length).toBeGreaterThan(5)
    expect(steps.map(({ sentBytes }) => sentBytes)).toEqual(
      steps.map(({ sentBytes }) => sentBytes).toSorted((a, b) => a - b),
    )
  })

  it('is sent again as it was, under the same key, also from a stream', async () => {
    service = await startScripted({ cutAfter: 3 }, { status: 503, text: '' }, image)
    await uploadImage(clientOf(), 'i-1', createReadStream(path))
    expect(service.seen.length).toBe(3)
    for (let n = 0; n < 3; n++) expect((await formOf(n)).bytes).toEqual(bytes)
    expect(new Set(service.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('that is not there fails before anything is sent', async () => {
    service = await startScripted(image)
    await expect(uploadImage(clientOf(), 'i-1', join(folder, 'none.jpg'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
    expect(service.seen).toEqual([])
  })

  it('goes on for as long as it moves, however short the timeout', async () => {
    service = await startScripted(image)
    // Takes little at a time for a second and a half, and then the rest at once.
    const slow = createServer((request, reply) => {
      const untilMs = performance.now() + 1_500
      request.on('data', () => {
        if (performance.now() > untilMs) return
        request.pause()
        setTimeout(() => request.resume(), 20)
      })
      request.on('end', () => reply.end(JSON.stringify(image.json)))
    })
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    // A listening TCP server has this form of address; only pipes have a string.
    const { port } = slow.address() as AddressInfo
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'T', retries: 0 })
    const startedMs = performance.now()
    const large = new Blob([new Uint8Array(40_000_000)])
    const { result } = await uploadImage(client, 'i-1', large, {}, { timeoutMs: 1_000 })
    expect(result).toBe('image-1')
    expect(performance.now() - startedMs).toBeGreaterThan(1_400)
    slow.close()
  })

  it('can be aborted', async () => {
    service = await startScripted({ isSilent: true })
    const call = uploadImage(clientOf(), 'i-1', path, {}, { signal: AbortSignal.timeout(200) })
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('may also come along with the operation itself', async () => {
    service = await startScripted(image)
    const acquisition = { strategy: 'upload_multipart_form_keys', fileKey: 'image' } as const
    await createImage(clientOf(), 'i-1', { acquisition }, { file: path })
    expect((await formOf()).bytes).toEqual(bytes)
  })
})

describe('a report', () => {
  it('is handed in', async () => {
    service = await startScripted({
      json: { id: 'i-1', object_type: 'REPORT', report_id: 'r-1', status: 'DONE' },
    })
    const { result, entities } = await uploadReport(clientOf(), 'i-1', new Blob(['%PDF']))
    expect(entities.reports[result]).toEqual({ id: 'r-1', inspectionId: 'i-1', status: 'DONE' })
    expect((await formOf()).json).toEqual({ pdfPostStrategy: 'upload' })
  })

  it('is not fetched from an address', async () => {
    service = await startScripted({})
    await expect(uploadReport(clientOf(), 'i-1', 'https://x.example/r.pdf')).rejects.toThrow('only pictures')
  })
})
