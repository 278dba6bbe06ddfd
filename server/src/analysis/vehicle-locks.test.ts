import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, waitFor } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startRun, workerContext } from '../../test/runs.ts'
import { startService } from '../../test/service.ts'
import type { ImagesOcrResult } from '../core/contracts/findings.ts'
import { finishTask } from './finish-task.job.ts'

let service: Service
let person: pg.Client
beforeAll(async () => {
  service = await startService()
  person = new pg.Client({ connectionString: service.ownerUrl })
  await person.connect()
})
afterAll(async () => {
  await person.end()
  await service.stop()
})

const VIN = 'WVWZZZ1JZXW000001'
const FOUND: ImagesOcrResult = {
  type: 'VIN',
  lines: [{ text: VIN, confidence: 0.95, polygon: [[1, 2]] }],
  vin: { value: VIN, confidence: 0.9, candidates: [], check_digit: 'not_used' },
  plate: null,
  fields: {},
}

/** A run that is still TODO: its last job is the one that moves it. */
async function start(results: ImagesOcrResult[]) {
  const id = await createInspection(service, { tasks: { images_ocr: {} } })
  const images: string[] = []
  for (const _ of results) images.push(await createImage(service, id, { tasks: ['images_ocr'] }))
  const run = await startRun(service, id, 'images_ocr')
  for (const [n, image] of images.entries())
    await service.rows(
      `insert into task_results (org_id, task_id, generation, image_id, result, origin)
       values ('${service.org.alder}', $1, $2, $3, $4, 'test')`,
      [run.task_id, run.generation, image, JSON.stringify(results[n])],
    )
  return { id, run }
}

const read = async (id: string) => (await service.call('GET', `/inspections/${id}`)).body
const statusOf = async (id: string) =>
  (await service.call('GET', `/inspections/${id}/tasks/images_ocr`)).body.status

const somebodyWaits = async () =>
  (
    await service.rows(
      'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    )
  ).length > 0

/** Holds the vehicle and then the inspection, as updateVehicle does, while the run is finished in between. */
async function whileWritten(id: string, work: () => Promise<void>, isReady: () => Promise<boolean>) {
  await person.query('begin')
  await person.query('select 1 from vehicles where inspection_id = $1 for update', [id])
  const working = work()
  await waitFor('the end of the run to come this far', isReady)
  const held = person.query('select 1 from inspections where id = $1 for no key update', [id])
  await expect(held).resolves.toMatchObject({ rowCount: 1 })
  await person.query("update vehicles set plate = 'AB-1' where inspection_id = $1", [id])
  await person.query('commit')
  await working
}

describe('the end of images_ocr and a person who writes the vehicle', () => {
  it('do not touch each other when nothing was read', async () => {
    const { id, run } = await start([{ ...FOUND, vin: null }])
    await whileWritten(
      id,
      () => finishTask(workerContext(service), run),
      async () => (await statusOf(id)) === 'DONE',
    )
    expect((await read(id)).vehicle.plate).toBe('AB-1')
  })

  it('take their locks in one order when the person comes first', async () => {
    const { id, run } = await start([FOUND])
    await whileWritten(id, () => finishTask(workerContext(service), run), somebodyWaits)
    expect(await statusOf(id)).toBe('DONE')
    expect((await read(id)).vehicle).toMatchObject({ plate: 'AB-1', vin: VIN })
  })

  it('both come through in whatever order, many times', async () => {
    for (let n = 0; n < 10; n++) {
      const { id, run } = await start([FOUND])
      const write = () => service.call('PATCH', `/inspections/${id}/vehicle`, { json: { plate: 'AB-2' } })
      const finish = () => finishTask(workerContext(service), run)
      const [first] = await Promise.all(n % 2 ? [write(), finish()] : [write(), finish(), write()])
      expect(first.status).toBe(200)
      expect(await statusOf(id)).toBe('DONE')
      expect((await read(id)).vehicle).toMatchObject({ plate: 'AB-2', vin: VIN })
    }
  })
})
