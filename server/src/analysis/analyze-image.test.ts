import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, imageForm, jpeg, waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'
import { waitWithoutEnd } from '../../test/wait-without-end.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ settings: { UPLOAD_GRACE_S: '1' } })
  await service.startWorker()
})
afterAll(() => service.stop())

const read = async (id: string) => (await service.call('GET', `/inspections/${id}`)).body

describe('a started task', () => {
  it('runs over its pictures and ends with one result each', async () => {
    const id = await createInspection(service)
    const images = [
      await createImage(service, id),
      await createImage(service, id),
      await createImage(service, id),
    ]
    await service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status: 'TODO' } })
    const inspection = await waitFor('the task to end', async () => {
      const body = await read(id)
      return body.status === 'DONE' && body
    })
    expect(inspection.tasks[0]).toMatchObject({
      status: 'DONE',
      done_at: expect.any(String),
      error_messages: [],
    })
    const results = await service.rows(
      'select r.* from task_results r join tasks on tasks.id = r.task_id where inspection_id = $1 order by image_id',
      [id],
    )
    expect(results.map((row) => row.image_id)).toEqual(images)
    expect(results[0]).toMatchObject({
      generation: 1,
      origin: 'quality-3',
      result: { compliance_status: expect.any(String) },
    })
    const transitions = await service.rows(
      'select to_status from task_transitions t join tasks on tasks.id = t.task_id where inspection_id = $1 order by t.id',
      [id],
    )
    expect(transitions.map((row) => row.to_status)).toEqual(['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE'])
    const events = await service.rows('select type from events where inspection_id = $1 order by id', [id])
    expect(events.filter((event) => event.type === 'task.progressed')).toHaveLength(3)
    expect(events.at(-1)).toEqual({ type: 'task.done' })
  })

  it('with no pictures is done at once', async () => {
    const id = await createInspection(service)
    await service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status: 'TODO' } })
    await waitFor('the task to end', async () => (await read(id)).status === 'DONE')
  })

  it('whose pictures cannot be read ends in ERROR with the reason, and can be started again', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    await waitFor('the upload check', async () => (await read(id)).images[0].compliances)
    // The result is taken away and the bytes with it, so that the run must fail.
    await service.rows('update images set compliances = null where id = $1', [image])
    await service.parts.cell.storage.delete([`org_alder/${image}/working.jpg`])
    await service.call('PATCH', `/inspections/${id}/tasks/compliances`, { json: { status: 'TODO' } })
    const failed = await waitFor('the task to fail', async () => {
      const body = await read(id)
      return body.status === 'ERROR' && body
    })
    expect(failed.tasks[0].error_messages[0].message).toContain(image)
    const again = await service.call('PATCH', `/inspections/${id}/tasks/compliances`, {
      json: { status: 'TODO' },
    })
    expect(again).toMatchObject({ status: 200, body: { status: 'TODO', error_messages: [] } })
    expect(
      await service.rows(
        'select generation, outcome from task_runs where inspection_id = $1 order by generation',
        [id],
      ),
    ).toEqual([
      { generation: 1, outcome: 'ERROR' },
      { generation: 2, outcome: null },
    ])
  })
})

describe('a picture', () => {
  it('is checked right after its upload, also without a started task', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const body = await waitFor('the check', async () => {
      const answer = await service.call('GET', `/inspections/${id}/images/${image}`)
      return answer.body.compliances.image_quality_assessment.status === 'DONE' && answer.body
    })
    expect(body.compliances).toMatchObject({
      compliance_issues: expect.any(Array),
      image_analysis: { image_width: 320 },
    })
    expect(Object.values(body.compliances)).not.toContain(null)
    expect((await read(id)).tasks[0].status).toBe('NOT_STARTED')
  })

  it('answers with its final result when the client waits for it', async () => {
    const id = await createInspection(service)
    const form = imageForm(await jpeg(9), {
      tasks: [{ name: 'compliances', image_details: { sight_id: 'fesc20-H1dfdfvH' }, wait_for_result: true }],
    })
    const { body } = await waitWithoutEnd(() => service.call('POST', `/inspections/${id}/images`, { form }))
    expect(body.compliances).toMatchObject({
      image_quality_assessment: { status: 'DONE' },
      coverage_360: { parameters: { sight_id: 'fesc20-H1dfdfvH' } },
    })
  })

  it('that never became an image is removed from the store', async () => {
    const { storage } = service.parts.cell
    const file = `${service.temporaryDir}/x`
    writeFileSync(file, 'bytes')
    const image = '01900000-0000-7000-8000-000000000001'
    await service.rows(
      "insert into uploads (org_id, image_id, created_at) values ('org_alder', $1, now() - interval '1 hour')",
      [image],
    )
    await storage.putFile(`org_alder/${image}/original`, file, 'image/jpeg')
    const { jobs, database } = service.parts.cell
    await database
      .forOrganization('org_alder')
      .transaction()
      .execute((tx) => jobs.enqueue(tx, 'sweep_uploads', { org_id: 'none' }))
    await waitFor(
      'the sweep',
      async () => (await service.rows('select 1 from uploads where image_id = $1', [image])).length === 0,
    )
    expect(await storage.get(`org_alder/${image}/original`)).toBeNull()
  })
})
