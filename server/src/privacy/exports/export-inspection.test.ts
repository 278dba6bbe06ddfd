import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonIn, type Manifest, sha256, untar } from '../../../test/archives.ts'
import { correctionsOf } from '../../../test/corrections.ts'
import { createErasure, runErasure } from '../../../test/erasures.ts'
import { createImage, createInspection, imageForm, jpeg, waitFor } from '../../../test/factories.ts'
import { createObjection } from '../../../test/objections.ts'
import type { Service } from '../../../test/own-service.ts'
import { pdf, uploadReport } from '../../../test/reports.ts'
import { startService } from '../../../test/service.ts'
import { storageKey } from '../../inspection/images/storage-keys.ts'

const FRONT = { name: 'front', compliances: { coverage_360: { sight_id: 'front-low' } } }
const PICTURES = 24
const PICTURE_BYTES = 4 * 1024 * 1024
/** Room for what waits in sockets and to be freed; half of what the pictures have together. */
const GROWTH_BYTES_MAX = 48 * 1024 * 1024

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const ask = async (path: string, as = 'alder-manager', init: RequestInit = {}) =>
  fetch(`${service.url}/v1${path}`, {
    headers: { authorization: `Bearer ${await service.tokenOf(as)}` },
    ...init,
  })

async function exported(path: string) {
  const answer = await ask(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/x-tar')
  return untar(Buffer.from(await answer.arrayBuffer()))
}

const exportsOf = () =>
  service.rows(
    "select payload, created_by from administration_events where type = 'export.created' order by id",
  )

/** Pictures of any size, without the time that it takes to decode them. */
async function plantPictures(inspectionId: string, count: number, bytes: number): Promise<string[]> {
  const { storage } = service.parts.cell
  const source = await createImage(service, inspectionId)
  const plant = async (n: number): Promise<string> => {
    const content = randomBytes(bytes)
    const file = join(service.temporaryDir, `planted-${n}`)
    writeFileSync(file, content)
    const [row] = await service.rows(
      `insert into images (org_id, id, inspection_id, mimetype, image_width, image_height, binary_size, sha256, duplicate_key, number)
       select org_id, time_ordered_uuid(), inspection_id, mimetype, image_width, image_height, $3, $2, $2, $4 from images where id = $1 returning id`,
      [source, sha256(content), bytes, n + 100],
    )
    await storage.putFile(storageKey(service.org.alder, row.id, 'original'), file, 'image/jpeg')
    rmSync(file)
    return row.id
  }
  return Promise.all(Array.from({ length: count }, (_, n) => plant(n)))
}

describe('exportInspection', () => {
  it('200 holds everything, and a manifest with the digest of every file', async () => {
    const { createDamage, createView } = correctionsOf(service)
    const id = await createInspection(service, { tasks: {}, vehicle: { plate: 'EX 1' } })
    const bytes = await jpeg(901)
    const image = (await service.call('POST', `/inspections/${id}/images`, { form: imageForm(bytes, FRONT) }))
      .body.id
    const gone = await createImage(service, id)
    const damage = await createDamage(id)
    await createView(id, damage, image)
    await service.call('DELETE', `/inspections/${id}/images/${gone}`)
    const { report_id } = await uploadReport(service, id, 'paper')
    await service.call('POST', `/inspections/${id}/hold`, { json: { reason: 'a claim' } })
    const link = await service.call('POST', `/inspections/${id}/capture_links`, {
      json: {},
    })

    const files = await exported(`/inspections/${id}/export`)
    const manifest: Manifest = jsonIn(files, 'manifest.json')
    expect(manifest).toMatchObject({
      version: 1,
      created_by: 'alder-manager',
      organization: service.org.alder,
      inspection_ids: [id],
      missing: [],
    })
    expect(manifest.files.map(({ name }) => name.slice(37))).toEqual([
      'inspection.json',
      'history/0001.json',
      'hold.json',
      'capture-links.json',
      'picture-parameters.json',
      'reports.json',
      `reports/${report_id}.pdf`,
      `images/${image}.jpg`,
      `images/${gone}.jpg`,
    ])
    expect([...files.keys()].toSorted()).toEqual(
      [...manifest.files.map(({ name }) => name), 'manifest.json'].toSorted(),
    )
    for (const { name, size_bytes, sha256: digest } of manifest.files) {
      const file = files.get(name) ?? Buffer.alloc(0)
      expect([file.length, sha256(file)], name).toEqual([size_bytes, digest])
    }
    expect(files.get(`${id}/images/${image}.jpg`)?.equals(bytes)).toBe(true)
    expect(files.get(`${id}/reports/${report_id}.pdf`)?.equals(pdf('paper'))).toBe(true)

    const inspection = jsonIn(files, `${id}/inspection.json`)
    const answered = await service.call('GET', `/inspections/${id}?show_deleted_objects=true`)
    const addresses = /"(path|pdf_url)":"[^"]*"/g
    expect(JSON.stringify(inspection).replaceAll(addresses, '')).toBe(
      JSON.stringify(answered.body).replaceAll(addresses, ''),
    )
    expect(inspection.images.map(({ path }: { path: string }) => path)).toEqual([
      `${id}/images/${image}`,
      `${id}/images/${gone}`,
    ])
    const history = await service.call('GET', `/inspections/${id}/history?pagination_order=asc`)
    expect(jsonIn(files, `${id}/history/0001.json`).data).toEqual(history.body.data)
    expect(jsonIn(files, `${id}/picture-parameters.json`).data).toEqual([
      { image_id: image, compliances: FRONT.compliances },
    ])
    expect(jsonIn(files, `${id}/hold.json`).reason).toBe('a claim')
    expect(link.status).toBe(201)
    const everything = [...files.values()].map(String).join()
    for (const hushed of [link.body.url, new URL(link.body.url).hash.slice(1), '/v1/pictures/'])
      expect(everything).not.toContain(hushed)
  })

  it('200 holds objections with their pictures, and no code that opens them', async () => {
    const inspection_id = await createInspection(service)
    const bytes = await jpeg(902)
    const pictures = [new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })]
    const { id, link } = await createObjection(service, { inspection_id }, { pictures })
    const files = await exported(`/inspections/${inspection_id}/export`)
    const objection = jsonIn(files, `${inspection_id}/objections/${id}.json`)
    expect(objection.text).toBe('It was there before.')
    expect(files.get(`${objection.pictures[0].path}.jpg`)?.equals(bytes)).toBe(true)
    expect([...files.values()].map(String).join()).not.toContain(link.access_code)
  })

  it('200 is recorded, and the head alone is not', async () => {
    const id = await createInspection(service)
    const before = (await exportsOf()).length
    const head = await ask(`/inspections/${id}/export`, 'alder-manager', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await exportsOf()).toHaveLength(before)
    await exported(`/inspections/${id}/export`)
    expect((await exportsOf()).slice(before)).toEqual([
      { payload: { inspection_ids: [id] }, created_by: 'alder-manager' },
    ])
  })

  it('200 says which object the store has lost, and sends no manifest with one that was changed', async () => {
    const id = await createInspection(service)
    const [lost = '', changed = ''] = await plantPictures(id, 2, 1_000)
    const { storage } = service.parts.cell
    await storage.delete([storageKey(service.org.alder, lost, 'original')])
    const seen = randomBytes(500)
    const file = join(service.temporaryDir, 'changed')
    writeFileSync(file, seen)
    await storage.putFile(storageKey(service.org.alder, lost, 'picture.jpg'), file, 'image/jpeg')
    const files = await exported(`/inspections/${id}/export`)
    expect(jsonIn(files, 'manifest.json').missing).toEqual([`${id}/images/${lost}`])
    expect(files.get(`${id}/pictures/${lost}.jpg`)?.equals(seen)).toBe(true)
    writeFileSync(file, randomBytes(1_000))
    await storage.putFile(storageKey(service.org.alder, changed, 'original'), file, 'image/jpeg')
    const answer = await ask(`/inspections/${id}/export`)
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })

  it('200 takes no more memory for many pictures, and leaves the store when its client goes', async () => {
    const id = await createInspection(service)
    const { storage } = service.parts.cell
    const ids = await plantPictures(id, PICTURES, PICTURE_BYTES)
    const growth = await growthOf(async (look) => {
      const answer = await ask(`/inspections/${id}/export`)
      let bytes = 0
      for await (const chunk of answer.body ?? []) {
        if (Math.floor(bytes / PICTURE_BYTES) < Math.floor((bytes + chunk.length) / PICTURE_BYTES)) look()
        bytes += chunk.length
      }
      expect(bytes).toBeGreaterThan(PICTURES * PICTURE_BYTES)
    })
    expect(growth).toBeLessThan(GROWTH_BYTES_MAX)
    const answer = await ask(`/inspections/${id}/export`)
    const reader = answer.body?.getReader()
    await reader?.read()
    expect(storage.gate.state().used).toBeLessThan(3)
    await reader?.cancel()
    await waitFor('the store to be left', async () => storage.gate.state().used === 0)
    await storage.delete(ids.map((image) => storageKey(service.org.alder, image, 'original')))
  })

  it('403 for whoever changes only their own, and for whoever only reads', async () => {
    const id = await createInspection(service, { tasks: {} }, 'alder-member')
    for (const as of ['alder-member', 'alder-reader'])
      expect((await service.call('GET', `/inspections/${id}/export`, { as })).status).toBe(403)
  })

  it('404 for an inspection of another organization, a deleted and an erased one', async () => {
    const id = await createInspection(service)
    const path = `/inspections/${id}/export`
    expect((await service.call('GET', path, { as: 'birch-manager' })).status).toBe(404)
    expect((await service.call('GET', '/inspections/x/export')).status).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect((await service.call('GET', path)).status).toBe(404)
    await runErasure(service, await createErasure(service, { inspection_id: id, reason: 'request' }))
    expect((await service.call('GET', path)).status).toBe(404)
  })
})

/** How many bytes more than before the process has held at most, without what nobody holds any more. */
async function growthOf(work: (look: () => void) => Promise<void>): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heldBytes = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = heldBytes()
  let most = before
  await work(() => {
    most = Math.max(most, heldBytes())
  })
  return most - before
}

describe('exportVehicle', () => {
  it('200 holds every inspection with the plate or VIN, and none of another organization', async () => {
    const vehicle = { plate: 'EX-PO 77', vin: 'WVWZZZ1KZ8W077077' }
    const first = await createInspection(service, { tasks: {}, vehicle })
    const second = await createInspection(service, { tasks: {}, vehicle: { plate: 'expo77' } })
    const deleted = await createInspection(service, { tasks: {}, vehicle })
    await service.call('DELETE', `/inspections/${deleted}`)
    await createInspection(service, { tasks: {}, vehicle }, 'birch-manager')
    const image = await createImage(service, second)
    const files = await exported('/exports?plate=expo-77')
    expect(jsonIn(files, 'manifest.json').inspection_ids).toEqual([first, second])
    expect(files.has(`${second}/images/${image}.jpg`)).toBe(true)
    const byVin = await exported('/exports?vin=wvwzzz1kz8w077077')
    expect(jsonIn(byVin, 'manifest.json').inspection_ids).toEqual([first])
  })

  it('400 without exactly one of them, 403 for a reader, 404 for one that was never here', async () => {
    for (const query of ['', '?vin=a&plate=b', '?id=a'])
      expect((await service.call('GET', `/exports${query}`)).status, query).toBe(400)
    expect((await service.call('GET', '/exports?plate=x', { as: 'alder-reader' })).status).toBe(403)
    expect((await service.call('GET', '/exports?plate=never')).status).toBe(404)
  })
})
