import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../../test/factories.ts'
import { whileHeld } from '../../../../test/held-inspection.ts'
import { type Service, startOwnService } from '../../../../test/own-service.ts'
import { recordResults, startRun, workerContext } from '../../../../test/runs.ts'
import type { DamageDetectionResult, FoundDamage } from '../../../core/contracts/findings.ts'
import { finishTask } from '../../finish-task.job.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({
    settings: { DAMAGES_PER_INSPECTION_MAX: '3', VIEWS_PER_INSPECTION_MAX: '4' },
  })
})
afterAll(() => service.stop())

const square = (x: number): [number, number][] => [
  [x, 10],
  [x + 20, 10],
  [x + 20, 30],
  [x, 30],
]

function found(x: number, fields: Partial<FoundDamage> = {}): FoundDamage {
  return {
    damage_type: 'dent',
    confidence: 0.8,
    is_shown: true,
    bounding_box: { xmin: x, ymin: 10, width: 20, height: 20 },
    polygons: [square(x)],
    part_type: 'hood',
    part_confidence: 0.7,
    part_source: 'sight',
    size_cm: 4.2,
    size_cm_low: 3.6,
    size_cm_high: 4.8,
    ...fields,
  }
}

const result = (...damages: FoundDamage[]): DamageDetectionResult => ({
  damages,
  has_deployed_airbag: false,
  vehicle: { xmin: 0, ymin: 0, width: 320, height: 240 },
  scale_source: 'sight',
  min_resolvable_mm: 12,
})

/** An inspection with a started run over some pictures. */
async function start(count: number, options: object = {}) {
  const ctx = workerContext(service)
  const id = await createInspection(service, { tasks: { damage_detection: options } })
  const images: string[] = []
  for (let n = 0; n < count; n++) images.push(await createImage(service, id, { tasks: ['damage_detection'] }))
  return { ctx, id, images, run: await startRun(service, id, 'damage_detection') }
}

const read = async (id: string) => (await service.call('GET', `/inspections/${id}`)).body
const byName = (body: { tasks: { name: string; status: string }[] }, name: string) =>
  body.tasks.find((task) => task.name === name)

async function eventsOf(id: string): Promise<string[]> {
  const rows = await service.rows('select type from events where inspection_id = $1 order by id', [id])
  return rows.map((row) => row.type)
}

describe('the end of damage_detection', () => {
  it('makes parts, damages and views of what was found, all by the model, in one commit', async () => {
    const { ctx, id, images, run } = await start(2)
    const [front = '', back = ''] = images
    await recordResults(ctx, run, {
      [front]: result(
        found(40),
        found(100, {
          damage_type: 'scratch',
          confidence: 0.6,
          part_type: 'ignore',
          part_source: 'none',
          part_confidence: 0,
        }),
      ),
      [back]: {
        ...result(found(200, { confidence: 0.1, is_shown: false })),
        min_resolvable_mm: null,
        scale_source: null,
        has_deployed_airbag: true,
      },
    })
    expect((await read(id)).damages).toEqual([])
    await finishTask(ctx, run)
    const body = await read(id)
    expect(byName(body, 'damage_detection')).toMatchObject({ status: 'DONE', error_messages: [] })
    const [hood, unknown] = body.parts
    expect(body.parts).toMatchObject([
      { part_type: 'hood', created_by: 'algo' },
      { part_type: 'ignore', created_by: 'algo' },
    ])
    expect(body.images.map((image: { damage_analysis?: object }) => image.damage_analysis)).toEqual([
      { min_resolvable_mm: 12, scale_source: 'sight', has_deployed_airbag: false },
      { min_resolvable_mm: null, scale_source: null, has_deployed_airbag: true },
    ])
    expect(body.damages).toMatchObject([
      {
        damage_type: 'dent',
        created_by: 'algo',
        part_ids: [hood.id],
        confidence: 0.8,
        part_confidence: 0.7,
        part_source: 'sight',
        damage_size_cm: 4.2,
        size_cm_low: 3.6,
        size_cm_high: 4.8,
        scale_source: 'sight',
        related_images: [{ base_image_id: front, item_area: 400 }],
      },
      { damage_type: 'scratch', created_by: 'algo', part_ids: [unknown.id], part_source: 'none' },
    ])
    expect(body.images[0].views).toMatchObject([
      {
        element_id: body.damages[0].id,
        created_by: 'algo',
        confidence: 0.8,
        image_region: {
          image_id: front,
          specification: {
            bounding_box: { xmin: 40, ymin: 10, width: 20, height: 20 },
            polygons: [square(40)],
          },
        },
      },
      { element_id: body.damages[1].id, confidence: 0.6 },
    ])
    expect(body.images[1].views).toEqual([])
    expect(body.images[0].rendered_outputs).toMatchObject([
      { additional_data: { description: 'rendering of detected damages' } },
    ])
    expect((await eventsOf(id)).slice(-5)).toEqual([
      'damage.created',
      'damage.created',
      'view.created',
      'view.created',
      'task.done',
    ])
  })

  it('numbers damages by picture around the vehicle, and on one picture from left to right', async () => {
    const { ctx, id, images, run } = await start(2)
    const [back = '', front = ''] = images
    for (const [image, alpha] of [
      [back, 180],
      [front, 0],
    ] as const)
      await service.rows('update images set additional_data = $2 where id = $1', [image, { alpha }])
    await recordResults(ctx, run, {
      [back]: result(found(40, { confidence: 0.9, part_type: 'trunk' })),
      [front]: result(
        found(200, { confidence: 0.8, damage_type: 'scratch' }),
        found(40, { confidence: 0.6, part_type: 'bumper_front' }),
      ),
    })
    await finishTask(ctx, run)
    const { damages } = await read(id)
    const shown = damages.map(({ label, confidence }: { label: string; confidence: number }) => [
      label,
      confidence,
    ])
    expect(shown).toEqual([
      ['D1', 0.6],
      ['D2', 0.8],
      ['D3', 0.9],
    ])
  })

  it('changes nothing when it comes a second time', async () => {
    const { ctx, id, images, run } = await start(1)
    await recordResults(ctx, run, { [images[0] ?? '']: result(found(40)) })
    await finishTask(ctx, run)
    const [before, events] = [await read(id), await eventsOf(id)]
    await finishTask(ctx, run)
    expect(await read(id)).toEqual(before)
    expect(await eventsOf(id)).toEqual(events)
  })

  it('goes by the threshold of the task where there is one, in either spelling', async () => {
    for (const options of [{ damage_score_threshold: 0.2 }, { damageScoreThreshold: 0.2 }]) {
      const { ctx, id, images, run } = await start(1, options)
      await recordResults(ctx, run, {
        [images[0] ?? '']: result(
          found(40, { confidence: 0.15, is_shown: false }),
          found(100, { confidence: 0.25, is_shown: false }),
        ),
      })
      await finishTask(ctx, run)
      expect((await read(id)).damages).toMatchObject([{ confidence: 0.25 }])
    }
  })

  it('keeps the surest where the inspection has no room for all', async () => {
    const { ctx, id, images, run } = await start(1)
    await service.call('POST', `/inspections/${id}/damages`, {
      json: { damage_type: 'scratch', part_type: 'roof' },
    })
    const kinds = ['hood', 'trunk', 'bumper_front', 'bumper_back'] as const
    await recordResults(ctx, run, {
      [images[0] ?? '']: result(
        ...kinds.map((part_type, n) => found(n * 60, { part_type, confidence: 0.5 + n / 10 })),
      ),
    })
    await finishTask(ctx, run)
    const { damages, parts } = await read(id)
    expect(damages.map((damage: { confidence?: number }) => damage.confidence)).toEqual([undefined, 0.7, 0.8])
    expect(parts.map((part: { part_type: string }) => part.part_type).toSorted()).toEqual([
      'bumper_back',
      'bumper_front',
      'roof',
    ])
  })

  it('counts what a person adds in the same moment', async () => {
    const { ctx, id, images, run } = await start(1)
    await recordResults(ctx, run, { [images[0] ?? '']: result(found(40), found(100), found(160)) })
    const addTwo = `
      with held as (select org_id, id from inspections where id = $1 for no key update)
      insert into damages (org_id, inspection_id, id, created_by, damage_type)
      select org_id, id, gen_random_uuid(), 'person', 'dent' from held, generate_series(1, 2)`
    const [answer] = await whileHeld(service, id, addTwo, [
      async () => {
        await finishTask(ctx, run)
        return service.call('GET', `/inspections/${id}`)
      },
    ])
    expect(answer?.body.damages).toHaveLength(3)
  })

  it('shows nothing on a picture that was deleted since the start', async () => {
    const { ctx, id, images, run } = await start(2)
    const [kept = '', deleted = ''] = images
    await recordResults(ctx, run, { [kept]: result(found(40)), [deleted]: result(found(40)) })
    const answer = await service.call('DELETE', `/inspections/${id}/images/${deleted}`, {
      json: { authorized_tasks_statuses: ['NOT_STARTED', 'TODO', 'IN_PROGRESS'] },
    })
    expect(answer.status).toBe(200)
    await finishTask(ctx, run)
    const views = await service.rows('select image_id from views where inspection_id = $1', [id])
    expect(views).toEqual([{ image_id: kept }])
    expect((await read(id)).damages).toHaveLength(1)
  })

  it('concludes nothing once a person has finished the task', async () => {
    const { ctx, id, images, run } = await start(1)
    await recordResults(ctx, run, { [images[0] ?? '']: result(found(40)) })
    await service.call('PATCH', `/inspections/${id}/tasks/damage_detection`, { json: { status: 'DONE' } })
    await finishTask(ctx, run)
    expect((await read(id)).damages).toEqual([])
  })

  it('writes only what the current generation found', async () => {
    const { ctx, id, images, run } = await start(1)
    const [image = ''] = images
    await recordResults(ctx, run, { [image]: result(found(40)) })
    await service.rows("update tasks set status = 'ERROR', done_at = now() where id = $1", [run.task_id])
    await service.rows("update task_runs set outcome = 'ERROR', ended_at = now() where task_id = $1", [
      run.task_id,
    ])
    const second = await startRun(service, id, 'damage_detection')
    expect(second.generation).toBe(2)
    await finishTask(ctx, run)
    expect((await read(id)).damages).toEqual([])
    await recordResults(ctx, second, { [image]: result(found(60, { damage_type: 'scratch' })) })
    await finishTask(ctx, second)
    expect((await read(id)).damages).toMatchObject([{ damage_type: 'scratch' }])
  })

  it('and people who add damages on the same parts do not wait for each other', async () => {
    const { ctx, id, images, run } = await start(1)
    const parts = ['hood', 'trunk'] as const
    await recordResults(ctx, run, {
      [images[0] ?? '']: result(...parts.map((part_type, n) => found(n * 60, { part_type }))),
    })
    const people = [...parts, ...parts.toReversed(), ...parts].map((part_type) =>
      service.call('POST', `/inspections/${id}/damages`, { json: { damage_type: 'scratch', part_type } }),
    )
    await finishTask(ctx, run)
    const statuses = (await Promise.all(people)).map((answer) => answer.status)
    expect(statuses.filter((status) => status !== 201 && status !== 422)).toEqual([])
    type Body = { damages: { part_ids: string[] }[]; parts: { id: string; part_type: string }[] }
    const { damages, parts: made }: Body = await read(id)
    expect(damages).toHaveLength(3)
    // Which three came first is up to chance, and they may all be on one part. No part is made twice, and none without a damage.
    expect(new Set(made.map(({ part_type }) => part_type)).size).toBe(made.length)
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set(damages.flatMap(({ part_ids }) => part_ids)))
  })

  it('waits for the result of every picture', async () => {
    const { ctx, id, images, run } = await start(2)
    await recordResults(ctx, run, { [images[0] ?? '']: result(found(40)) })
    await expect(finishTask(ctx, run)).rejects.toThrow('1 of 2')
    expect((await read(id)).damages).toEqual([])
  })
})
