import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, imageForm, waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'
import { startRun } from '../../test/runs.ts'
import { waitWithoutEnd } from '../../test/wait-without-end.ts'

const DATA = join(import.meta.dirname, '../../../../shared/data')
const DAMAGED = join(DATA, 'damage/bilgi/images/b031.jpg')
const PLATE = join(DATA, 'plates/ro_00.jpg')

describe('a worker with the models of this build', () => {
  let service: Service
  beforeAll(async () => {
    service = await startOwnService({ why: 'its models compute every answer' })
    await service.startWorker({ remembersModels: false })
  })
  afterAll(() => service.stop())

  async function run(taskName: string, file: string) {
    const id = await createInspection(service, { tasks: { [taskName]: {} } })
    const form = imageForm(readFileSync(file), { tasks: [taskName] })
    const added = await service.call('POST', `/inspections/${id}/images`, { form })
    expect(added.status).toBe(201)
    const { task_id } = await startRun(service, id, taskName)
    const task = await waitFor('the task to end', async () => {
      const { body } = await service.call('GET', `/inspections/${id}/tasks/${taskName}`)
      return (body.status === 'DONE' || body.status === 'ERROR') && body
    })
    expect(task).toMatchObject({ status: 'DONE', error_messages: [] })
    const [row] = await service.rows(
      'select result, origin, provenance from task_results where task_id = $1',
      [task_id],
    )
    return { row, body: (await service.call('GET', `/inspections/${id}`)).body }
  }

  it('finds damages, the same again on the same picture, and says what found them', async () => {
    const first = await run('damage_detection', DAMAGED)
    expect(first.row).toMatchObject({
      origin: expect.stringMatching(/^damage-segmenter@/),
      provenance: { input_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(first.row.provenance.models[0]).toEqual({
      name: 'damage-segmenter',
      version: expect.any(String),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(first.row.provenance.parameters.facts).toEqual({
      sight_id: null,
      vehicle_type: null,
      image_type: 'beauty_shot',
      detailed_viewpoint: null,
      alpha: null,
      details: {},
    })
    const { damages, images, parts } = first.body
    expect(damages.length).toBeGreaterThan(0)
    const elements = images[0].views.map((view: { element_id: string }) => view.element_id)
    expect(elements).toEqual(expect.arrayContaining(damages.map(({ id }: { id: string }) => id)))
    // Every other view is of a part that the picture shows.
    const others = elements.slice(damages.length)
    expect(others.length).toBeGreaterThan(0)
    expect(parts.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(others))
    expect(images[0].damage_analysis).toMatchObject({ has_deployed_airbag: expect.any(Boolean) })
    for (const view of images[0].views) {
      expect(view).toMatchObject({ created_by: 'algo', confidence: expect.any(Number) })
      expect(view.image_region.specification.polygons[0].length).toBeGreaterThan(2)
      expect(view.image_region.specification.bounding_box.width).toBeGreaterThan(0)
    }
    const second = await run('damage_detection', DAMAGED)
    expect(second.row).toEqual(first.row)
    const replay = `/inspections/${first.body.id}/tasks/damage_detection/replay`
    const { body } = await waitWithoutEnd(() => service.call('POST', replay, { as: 'alder-manager' }))
    expect(body).toMatchObject({ status: 'DONE', is_identical: true })
  })

  it('reads a plate and enters it', async () => {
    const { body, row } = await run('images_ocr', PLATE)
    expect(row.origin).toMatch(/^text-detector@/)
    expect(body.documents).toHaveLength(1)
    expect(body.vehicle.plate).toBe(body.documents[0].content.plate.value)
    expect(body.vehicle.additional_data.plate).toMatchObject({ is_entered: true })
  })
})
