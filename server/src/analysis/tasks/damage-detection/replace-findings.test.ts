import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../../test/factories.ts'
import type { Service } from '../../../../test/own-service.ts'
import { recordResults, startRun, workerContext } from '../../../../test/runs.ts'
import { startService } from '../../../../test/service.ts'
import type { DamageDetectionResult, FoundDamage } from '../../../core/contracts/findings.ts'
import type { Run } from '../../../inspection/tasks/run.ts'
import { finishTask } from '../../finish-task.job.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

function found(x: number, fields: Partial<FoundDamage> = {}): FoundDamage {
  return {
    damage_type: 'dent',
    confidence: 0.8,
    is_shown: true,
    bounding_box: { xmin: x, ymin: 10, width: 20, height: 20 },
    polygons: [
      [
        [x, 10],
        [x + 20, 10],
        [x + 20, 30],
        [x, 30],
      ],
    ],
    part_type: 'ignore',
    part_confidence: 0,
    part_source: 'none',
    size_cm: null,
    size_cm_low: null,
    size_cm_high: null,
    ...fields,
  }
}

const result = (...damages: FoundDamage[]): DamageDetectionResult => ({
  damages,
  has_deployed_airbag: false,
  vehicle: null,
  scale_source: null,
  min_resolvable_mm: null,
})

type Damage = { id: string; damage_type: string; part_ids: string[] }

const read = async (id: string) => (await service.call('GET', `/inspections/${id}`)).body
const write = async (method: string, path: string, json: object = {}) => {
  const answer = await service.call(method, path, { json })
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function end(run: Run, image: string, found: unknown): Promise<void> {
  const ctx = workerContext(service)
  await recordResults(ctx, run, { [image]: found })
  await finishTask(ctx, run)
}

async function createConcluded(task: string, results: unknown, options: object = {}) {
  const id = await createInspection(service, { tasks: { [task]: options } })
  const image = await createImage(service, id, { tasks: [task] })
  const run = await startRun(service, id, task)
  await end(run, image, results)
  const again = async (found: unknown) => {
    await write('POST', `/inspections/${id}/tasks/${task}/runs`)
    await end({ ...run, generation: 2 }, image, found)
  }
  return { id, image, run, again }
}

type Drawn = {
  element_id: string
  image_region: { specification: { bounding_box: { xmin: number } } }
}

/** Which damage is where: its id by the left edge of its box. */
const placesOf = (body: { images: { views: Drawn[] }[] }) =>
  new Map(
    body.images.flatMap(({ views }) =>
      views.map((view): [number, string] => [
        view.image_region.specification.bounding_box.xmin,
        view.element_id,
      ]),
    ),
  )

describe('a task that is run again', () => {
  it('replaces damages that nobody touched, and keeps what people decided', async () => {
    const places = [0, 40, 80, 120, 160]
    const { id, image, again } = await createConcluded(
      'damage_detection',
      result(...places.map((x) => found(x))),
      { generate_visual_output: { generate_damages: true } },
    )
    const before = await read(id)
    const idAt = placesOf(before)
    const at = `/inspections/${id}/damages`
    await write('PATCH', `${at}/${idAt.get(0)}`, { is_confirmed: true })
    await write('PATCH', `${at}/${idAt.get(40)}`, { part_type: 'hood', damage_type: 'scratch' })
    await write('DELETE', `${at}/${idAt.get(80)}`)
    const drawn = await write('POST', at, { damage_type: 'rustiness', part_type: 'roof' })
    await write('POST', `/inspections/${id}/views`, {
      image_id: image,
      damage_id: drawn.id,
      bounding_box: { xmin: 200, ymin: 10, width: 20, height: 20 },
    })
    // The new run finds the same again, one of the two untouched no more, and one at a new place.
    await again(result(...[1, 41, 81, 120, 201, 280].map((x) => found(x, { part_type: 'door_front_left' }))))

    const after = await read(id)
    const ids = after.damages.map((damage: Damage) => damage.id)
    expect(ids).toEqual(expect.arrayContaining([idAt.get(0), idAt.get(40), drawn.id]))
    for (const x of [80, 120, 160]) expect(ids).not.toContain(idAt.get(x))
    expect(after.damages).toHaveLength(5)
    expect(after.damages.find((damage: Damage) => damage.id === idAt.get(40)).damage_type).toBe('scratch')
    expect([...placesOf(after).keys()].toSorted((a, b) => a - b)).toEqual([0, 40, 120, 200, 280])
    const outputs = after.images[0].rendered_outputs
    expect(outputs).toHaveLength(1)
    expect(before.images[0].rendered_outputs[0].id).not.toBe(outputs[0].id)
    const gone = await service.rows(
      "select created_by from events where inspection_id = $1 and type = 'damage.deleted' order by id",
      [id],
    )
    expect(gone).toEqual([{ created_by: 'alder-manager' }, { created_by: 'algo' }, { created_by: 'algo' }])
    // Rejected damages can be brought back; those that were replaced are gone for everybody.
    const all = (await service.call('GET', `/inspections/${id}?show_deleted_objects=true`)).body
    expect(all.damages).toHaveLength(6)
    expect((await service.call('POST', `${at}/${idAt.get(160)}/restore`)).status).toBe(404)
    expect((await service.call('POST', `${at}/${idAt.get(80)}/restore`)).status).toBe(200)
    // What each run saw stays on record.
    const results = await service.rows(
      'select generation from task_results where image_id = $1 order by generation',
      [image],
    )
    expect(results).toEqual([{ generation: 1 }, { generation: 2 }])
  })

  it('does not bring back what was rejected, also after a third run', async () => {
    const { id, image, run, again } = await createConcluded('damage_detection', result(found(0), found(60)))
    const { damages } = await read(id)
    for (const damage of damages) await write('DELETE', `/inspections/${id}/damages/${damage.id}`)
    await again(result(found(0), found(60), found(120)))
    expect((await read(id)).damages).toHaveLength(1)
    await write('POST', `/inspections/${id}/tasks/damage_detection/runs`)
    await end({ ...run, generation: 3 }, image, result(found(0), found(60), found(120), found(180)))
    expect((await read(id)).damages).toHaveLength(2)
  })

  it('replaces wheels', async () => {
    const unknown = { prediction: 'UNKNOWN', confidence: 0 }
    const wheel = (prediction: string) => ({
      wheel_name: 'wheel_back_left',
      bounding_box: { xmin: 1, ymin: 2, width: 40, height: 40 },
      predictions: {
        rim_condition: { prediction, confidence: 0.9 },
        rim_material: unknown,
        rim_visual_aspect: unknown,
        hubcap_over_rim: unknown,
        hubcap_condition: unknown,
        hubcap_visual_aspect: unknown,
      },
    })
    const { id, again } = await createConcluded('wheel_analysis', { wheels: [wheel('DAMAGED')] })
    await again({ wheels: [wheel('UNDAMAGED')] })
    expect((await read(id)).wheel_analysis).toMatchObject([{ rim_condition: { prediction: 'UNDAMAGED' } }])
  })
})
