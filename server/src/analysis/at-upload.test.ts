import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, imageForm, jpeg, waitFor } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startServiceWithWorker } from '../../test/service.ts'
import { waitWithoutEnd } from '../../test/wait-without-end.ts'

const DATA = join(import.meta.dirname, '../../../../shared/data/damage/hitl-cc0/images')
const CAR = readFileSync(join(DATA, '10105.jpg'))
const SIGHT = 'fesc20-H1dfdfvH'

let service: Service
beforeAll(async () => {
  service = await startServiceWithWorker()
})
afterAll(() => service.stop())

const upload = (id: string, bytes: Buffer, fields: object) =>
  service.call('POST', `/inspections/${id}/images`, { form: imageForm(bytes, fields) })

/** What each kind of client sends with a picture. */
const UPLOADS: Record<string, object> = {
  'a sight of the oldest clients': {
    tasks: ['damage_detection'],
    compliances: { image_quality_assessment: {}, coverage_360: { sight_id: SIGHT }, zoom_level: {} },
  },
  'a sight of the newer ones': {
    image_type: 'beauty_shot',
    tasks: ['damage_detection', { name: 'compliances', image_details: { sight_id: SIGHT } }],
    additional_data: { sight_id: SIGHT },
  },
  'a sight that nobody knows': {
    tasks: [{ name: 'compliances', image_details: { sight_id: 'nobody-knows1' } }],
  },
  'a close-up of a pair': {
    image_type: 'close_up',
    image_subtype: 'close_up_damage',
    image_sibling_key: 'closeup-sibling-key-1',
    tasks: ['damage_detection', 'compliances'],
  },
  'a close-up of a part': {
    image_type: 'close_up',
    detailed_viewpoint: { centers_on: ['hood'] },
    tasks: ['damage_detection', 'compliances'],
  },
  'a frame of a video': {
    tasks: ['damage_detection'],
    additional_data: { frame_index: 3, timestamp: 12, alpha: 90 },
  },
  'a photo taken beside a video': { tasks: ['damage_detection'] },
  'a paper': { tasks: [{ name: 'images_ocr', image_details: { image_type: 'VIN' } }] },
  'a picture for nothing in particular': {},
}

describe('every picture', () => {
  it('gets a final result for both families of clients, whatever it was taken for', async () => {
    const id = await createInspection(service, { tasks: { damage_detection: {}, images_ocr: {} } })
    const names = new Map<string, string>()
    for (const [name, fields] of Object.entries(UPLOADS)) {
      const { status, body } = await upload(id, CAR, fields)
      expect({ name, status }).toEqual({ name, status: 201 })
      names.set(body.id, name)
    }
    const black = sharp({ create: { width: 640, height: 480, channels: 3, background: '#000' } })
    const dark = await upload(id, await black.jpeg().toBuffer(), {})
    names.set(dark.body.id, 'a black picture')

    const images = await waitFor('the results of all pictures', async () => {
      const { body } = await service.call('GET', `/inspections/${id}`)
      return body.images.every((image: object) => 'compliances' in image) && body.images
    })
    expect(images).toHaveLength(names.size)
    for (const image of images) {
      const { compliances } = image
      const name = names.get(image.id)
      // The oldest clients read every value of it, and stop at one that is null.
      expect({ name, text: JSON.stringify(compliances) }).toEqual({
        name,
        text: expect.not.stringContaining('null'),
      })
      expect({ name, ...compliances }).toMatchObject({
        name,
        compliance_status: expect.stringMatching(/^(compliant|non_compliant)$/),
        compliance_issues: expect.any(Array),
        should_retake: expect.any(Boolean),
        image_quality_assessment: { status: 'DONE', is_compliant: expect.any(Boolean) },
      })
    }
    const of = (name: string) => images.find((image: { id: string }) => names.get(image.id) === name)
    expect(of('a black picture').compliances.compliance_issues).toContain('underexposure')
    expect(of('a frame of a video').compliances).toMatchObject({
      coverage_analysis: { probability_by_viewpoint: { left: expect.any(Number) } },
      vehicle_analysis: { vehicle_fully_in_frame: expect.any(Boolean) },
    })
  })
})

describe('a picture of an odometer', () => {
  async function dashboard(lines: string[]) {
    const rows = lines.map(
      (line, row) =>
        `<text x="40" y="${80 + 60 * row}" font-family="DejaVu Sans Mono" font-size="30">${line}</text>`,
    )
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="300">
      <rect width="100%" height="100%" fill="#fff"/>${rows.join('')}</svg>`
    return sharp(Buffer.from(svg)).jpeg().toBuffer()
  }

  it('is read before the answer where a client waits for it, and nothing is concluded before its task', async () => {
    const id = await createInspection(service, { tasks: { odometer: {} } })
    const picture = await dashboard(['12:45', 'ODO 104532 km', 'TRIP 345.6 km'])
    const { status, body } = await waitWithoutEnd(() =>
      upload(id, picture, { tasks: [{ name: 'odometer', wait_for_result: true }] }),
    )
    expect({ status, odometer: body.odometer }).toMatchObject({
      status: 201,
      odometer: { value: 104532, unit: 'km', error: null },
    })
    const read = async () => (await service.call('GET', `/inspections/${id}`)).body
    expect(await read()).toMatchObject({
      vehicle: { mileage_value: null },
      images: [{ odometer: { value: 104532 } }],
    })
    const json = { status: 'TODO' }
    await service.call('PATCH', `/inspections/${id}/tasks/odometer`, { json })
    const done = await waitFor('the task', async () => {
      const inspection = await read()
      return (
        inspection.tasks.find((task: { name: string }) => task.name === 'odometer').status === 'DONE' &&
        inspection
      )
    })
    expect(done).toMatchObject({
      vehicle: { mileage_value: 104532 },
      images: [{ odometer: body.odometer }],
    })
  })

  it('is not read where the picture is for something else', async () => {
    const id = await createInspection(service, { tasks: { odometer: {} } })
    const picture = await jpeg(3)
    const { body } = await waitWithoutEnd(() =>
      upload(id, picture, { tasks: [{ name: 'compliances', wait_for_result: true }] }),
    )
    expect(body).not.toHaveProperty('odometer')
  })
})
