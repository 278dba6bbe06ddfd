import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, imageForm, waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'
import { startServiceWithWorker } from '../../test/service.ts'
import { waitWithoutEnd } from '../../test/wait-without-end.ts'

const DATA = join(import.meta.dirname, '../../../../shared/data/damage/hitl-cc0/images')
const CAR = readFileSync(join(DATA, '10105.jpg'))
const FRONT = 'fesc20-H1dfdfvH'

const upload = (service: Service, id: string, sight_id: string) =>
  waitWithoutEnd(() =>
    service.call('POST', `/inspections/${id}/images`, {
      form: imageForm(CAR, {
        tasks: [{ name: 'compliances', image_details: { sight_id }, wait_for_result: true }],
        additional_data: { sight_id },
      }),
    }),
  )

describe('the check of a picture', () => {
  let service: Service
  beforeAll(async () => {
    service = await startServiceWithWorker()
  })
  afterAll(() => service.stop())

  it('says whether it shows a vehicle and from where, and counts in the coverage of the inspection', async () => {
    const id = await createInspection(service)
    const { body: image } = await upload(service, id, FRONT)
    expect(image).toMatchObject({
      has_vehicle: true,
      viewpoint: { prediction: 'front', confidence: 0.9125 },
      compliances: {
        coverage_360: { is_compliant: true, reasons: [] },
        vehicle_analysis: { is_vehicle_present: true },
        coverage_analysis: { is_compliant_with_sight: true },
      },
    })
    expect(JSON.stringify(image.compliances)).not.toContain('null')
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body.images[0]).toMatchObject({ has_vehicle: true, viewpoint: { prediction: 'front' } })
    expect(body.coverage).toMatchObject({
      ring: { segments: 72, covered: 1, is_complete: false },
      viewpoints: { covered: ['front'] },
    })
  })

  it('leaves out what is not known', async () => {
    const id = await createInspection(service)
    const { body } = await upload(service, id, 'all-1c89235c')
    expect(body.compliances.image_quality_assessment.status).toBe('DONE')
    expect(body).not.toHaveProperty('viewpoint')
    expect(body).not.toHaveProperty('has_vehicle')
    expect(body.compliances).not.toHaveProperty('vehicle_analysis')
  })

  it.each([
    [['images_ocr'], false],
    [['images_ocr', 'damage_detection'], true],
  ])('looks for a vehicle where %j are wanted: %s', async (names, looks) => {
    const tasks = Object.fromEntries(names.map((name) => [name, { status: 'NOT_STARTED' }]))
    const id = await createInspection(service, { tasks })
    const form = imageForm(CAR, { tasks: [...names, { name: 'compliances', wait_for_result: true }] })
    const { body } = await waitWithoutEnd(() => service.call('POST', `/inspections/${id}/images`, { form }))
    expect('vehicle_analysis' in body.compliances).toBe(looks)
  })

  it('keeps its first result when the job is delivered again', async () => {
    const id = await createInspection(service)
    const { body: image } = await upload(service, id, FRONT)
    await service.rows("update images set compliances = '{}', has_vehicle = false where id = $1", [image.id])
    const { jobs, database } = service.parts.cell
    const job = { org_id: service.org.alder, inspection_id: id, image_id: image.id }
    await database
      .forOrganization(service.org.alder)
      .transaction()
      .execute((tx) => jobs.enqueue(tx, 'check_image', job))
    await waitFor('the second delivery', async () => {
      const done = await service.jobRows(
        "select 1 from pgboss.job where name = 'check_image' and state = 'completed' and data->>'image_id' = $1",
        [image.id],
      )
      return done.length === 2
    })
    expect(
      await service.rows('select compliances, has_vehicle from images where id = $1', [image.id]),
    ).toEqual([{ compliances: {}, has_vehicle: false }])
    expect(
      await service.rows(
        "select 1 from events where inspection_id = $1 and type = 'image.compliances_done'",
        [id],
      ),
    ).toHaveLength(1)
  })
})

describe('without the model', () => {
  let service: Service
  beforeAll(async () => {
    service = await startOwnService({
      settings: { MODELS_DIR: mkdtempSync(join(tmpdir(), 'walkaround-no-models-')) },
    })
    await service.startWorker()
  })
  afterAll(() => service.stop())

  it('a check still ends, with the quality only', async () => {
    const id = await createInspection(service)
    const { body } = await upload(service, id, FRONT)
    expect(body.compliances).toMatchObject({
      image_quality_assessment: { status: 'DONE' },
      coverage_360: { status: 'DONE', is_compliant: true, reasons: [] },
    })
    expect(body.compliances).not.toHaveProperty('vehicle_analysis')
    expect(body).not.toHaveProperty('has_vehicle')
    expect(body.viewpoint).toMatchObject({ prediction: 'front' })
  })
})
