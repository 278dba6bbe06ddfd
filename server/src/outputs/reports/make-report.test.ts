import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { reportCode } from './report-code.ts'

const folder = mkdtempSync(join(tmpdir(), 'operator-'))
const LOGO = { width: 40, height: 12, channels: 3, background: '#14532d' } as const

let service: Service
beforeAll(async () => {
  await sharp({ create: LOGO }).png().toFile(join(folder, 'logo.png'))
  writeFileSync(join(folder, 'grades.json'), JSON.stringify([{ grade: 'A' }]))
  service = await startOwnService({
    settings: {
      SERVICE_NAME: 'Alder Inspections',
      REPORT_ADDRESS: '12 Dock Street | returns@alder.example',
      REPORT_CONTEST: 'Write to us within 14 days. | Quote the report number.',
      REPORT_COLOR: '#14532d',
      REPORT_LOGO_FILE: join(folder, 'logo.png'),
      REPORT_GRADES_FILE: join(folder, 'grades.json'),
    },
  })
  await service.startWorker()
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const box = { xmin: 4, ymin: 5, width: 40, height: 30 }

async function inspected(): Promise<string> {
  const id = await createInspection(service)
  const at = `/inspections/${id}`
  const image_id = await createImage(service, id)
  await createImage(service, id)
  const damage = await service.call('POST', `${at}/damages`, {
    json: { damage_type: 'dent', part_type: 'hood' },
  })
  const view = { image_id, damage_id: damage.body.id, bounding_box: box }
  await service.call('POST', `${at}/views`, { json: view })
  await service.call('POST', `${at}/estimate`, { json: {} })
  // A check that comes after the report would make it outdated.
  await waitFor('the checks of both pictures', async () => {
    const { images } = (await service.call('GET', at)).body
    return images.every((image: { compliances?: unknown }) => image.compliances)
  })
  return id
}

async function made(id: string, options: object = {}) {
  const asked = await service.call('POST', `/inspections/${id}/pdf`, { json: options })
  expect(asked.body).toMatchObject({ status: 'IN_PROGRESS' })
  return waitFor('the report', async () => {
    const { status, body } = await service.call('GET', `/inspections/${id}/pdf`)
    return status === 200 && body.report_id === asked.body.report_id && body
  })
}

const fileOf = async (url: string) =>
  Buffer.from(await (await fetch(`${service.url}${new URL(url).pathname}`)).arrayBuffer())

/** As any reader of PDFs takes it out. */
function twinIn(pdf: Buffer): Buffer {
  const [file, twin] = [join(service.temporaryDir, 'report.pdf'), join(service.temporaryDir, 'twin.json')]
  writeFileSync(file, pdf)
  execFileSync('pdfdetach', ['-save', '1', '-o', twin, file])
  return readFileSync(twin)
}

describe('makeReport', () => {
  it('makes the PDF that was asked for, with everything in its twin', async () => {
    const id = await inspected()
    const report = await made(id, { customer: 'A. Client', language: 'fr', pricing: true })
    expect(report).toMatchObject({
      number: 1,
      source: 'generated',
      status: 'DONE',
      progress: 100,
      error: null,
      is_signed: false,
      is_outdated: false,
    })
    const pdf = await fileOf(report.pdf_url)
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(report.sha256)
    const twin = twinIn(pdf)
    const { net } = (await service.call('GET', `/inspections/${id}/estimate`)).body
    const images = (await service.call('GET', `/inspections/${id}`)).body.images
    expect(JSON.parse(twin.toString())).toMatchObject({
      report_id: report.report_id,
      inspection_id: id,
      language: 'fr',
      service_name: 'Alder Inspections',
      customer: 'A. Client',
      damages: [{ number: 1, damage_type: 'dent', part_types: ['hood'], price: net, views: [{ box }] }],
      images: images.map(({ id, sha256 }: { id: string; sha256: string }) => ({ image_id: id, sha256 })),
    })
    expect(reportCode(twin)).toBe(report.verification_code)
  })

  it("begins with the operator's name, address and logo, and grades nothing that nobody analyzed", async () => {
    const pdf = await fileOf((await made(await inspected())).pdf_url)
    expect(JSON.parse(twinIn(pdf).toString())).toMatchObject({
      operator: {
        address: ['12 Dock Street', 'returns@alder.example'],
        contest: ['Write to us within 14 days.', 'Quote the report number.'],
        contest_url: null,
        color: '#14532d',
      },
      analysis: 'not_asked',
      grade: { value: null },
    })
    const file = join(service.temporaryDir, 'report.pdf')
    const [first = '', second = ''] = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).split('\f')
    for (const words of ['Alder Inspections', '12 Dock Street']) expect(first).toContain(words)
    expect(second).toContain('Write to us within 14 days.')
    const images = execFileSync('pdfimages', ['-list', '-l', '1', file], { encoding: 'utf8' })
    expect(images).toMatch(new RegExp(` ${LOGO.width} +${LOGO.height} `))
  })

  it('says nothing of money where the client wants none', async () => {
    const id = await inspected()
    const twin = JSON.parse(twinIn(await fileOf((await made(id, { pricing: false })).pdf_url)).toString())
    expect(twin).toMatchObject({ estimate: null, damages: [{ price: null }] })
  })

  it('is outdated once the inspection changes, and a newer one is not', async () => {
    const id = await inspected()
    const first = await made(id)
    const json = { damage_type: 'scratch', part_type: 'roof' }
    await service.call('POST', `/inspections/${id}/damages`, { json })
    expect((await service.call('GET', `/inspections/${id}/pdf`)).body.is_outdated).toBe(true)
    const verify = async (reportId: string) =>
      (await service.call('GET', `/verify/${reportId}`, { as: null })).body
    expect(await verify(first.report_id)).toEqual({
      report_id: first.report_id,
      object_type: 'REPORT_VERIFICATION',
      created_at: expect.any(String),
      sha256: first.sha256,
      content_sha256: expect.stringMatching(new RegExp(`^${first.verification_code}`)),
      verification_code: first.verification_code,
      is_signed: false,
      is_latest: true,
      is_outdated: true,
    })
    const second = await made(id)
    expect(second).toMatchObject({ number: 2, is_outdated: false })
    expect(await verify(first.report_id)).toMatchObject({ is_latest: false, is_outdated: true })
    const { data } = (await service.call('GET', `/inspections/${id}/pdf/versions`)).body
    expect(data.map((report: { report_id: string }) => report.report_id)).toEqual([
      second.report_id,
      first.report_id,
    ])
  })

  it('does not verify what it did not make, what is gone, and what has no such id', async () => {
    const id = await inspected()
    const { report_id } = await made(id)
    const verify = async (reportId: string) =>
      (await service.call('GET', `/verify/${reportId}`, { as: null })).status
    expect(await verify('x')).toBe(404)
    expect(await verify('0199a3c9-6e20-7c8d-a15b-d93f2b8e0c8a')).toBe(404)
    await service.call('DELETE', `/inspections/${id}`)
    expect(await verify(report_id)).toBe(404)
  })

  it('shows a browser a page', async () => {
    const { report_id, verification_code } = await made(await inspected())
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const { status, body } = await service.call('GET', `/verify/${report_id}`, { as: null, headers })
    expect(status).toBe(200)
    expect(body).toMatch(/^<!doctype html>/i)
    expect(body).toContain(verification_code)
  })
})
