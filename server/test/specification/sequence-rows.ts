import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageForm } from '../factories.ts'
import { type Row, rowsOf } from './row.ts'
import { BOX, DAMAGE, IMAGE, TASKS } from './sent.ts'
import { proveFrozen } from './task-rows.ts'
import type { World } from './world.ts'

const SHARP_PICTURE = join(import.meta.dirname, '../../../docs/sample-vehicle.jpg')

const introduction = rowsOf('0 Introduction')

export const introductionRows: Row[] = [
  introduction(
    'rule',
    'paths begin at a base URL',
    'All paths are relative to {base_url}.',
    async ({ expect, service, at }) => {
      const token = { as: 'alder-manager' }
      expect((await service.call('GET', at, token)).status).toBe(200)
      expect((await service.call('GET', `/elsewhere${at}`, token)).status).toBe(404)
    },
  ),
  introduction(
    'rule',
    'ids are strings',
    'Identifiers are strings unless a type is given.',
    ({ expect, read }) => {
      const ids = Object.values<object>(read.entities).flatMap((map) =>
        Object.values<{ id: unknown }>({ ...map }).map((record) => record.id),
      )
      expect(ids.length).toBeGreaterThan(8)
      for (const id of ids) expect(id).toEqual(expect.any(String))
    },
  ),
]

const service = rowsOf('1 What the service does')
const rule = (name: string, says: string, prove: Row['prove'], lacks?: string): Row => ({
  ...service('rule', name, says, prove),
  ...(lacks ? { lacks } : {}),
})

/** What the worker found in a picture that was just added. */
async function checkOf({ make, waitFor }: World, id: string, image: string) {
  return waitFor('the quality check', async () => {
    const { entities } = await make('GET', `/inspections/${id}/images/${image}`)
    const { compliances } = entities.images[image]
    return compliances.image_quality_assessment.status === 'DONE' && compliances
  })
}

/** Starts the task and waits until the worker has done it. */
async function runCompliances(world: World) {
  const { make, waitFor, newInspection, addImage } = world
  const id = await newInspection()
  const image = (await addImage(id)).body.result
  const path = `/inspections/${id}/tasks/compliances`
  await make('PATCH', path, { json: { status: 'TODO' } })
  const task = await waitFor('the task', async () => {
    const { entities, result } = await make('GET', path)
    return entities.tasks[result].status === 'DONE' && entities.tasks[result]
  })
  return { image, task }
}

const purpose: Row[] = [
  rule('pictures are analyzed', 'The service analyzes pictures of vehicles with AI models.', (world) => {
    const { compliances } = world.checked
    world.expect(compliances.image_analysis.blurriness).toEqual(world.expect.any(Number))
    world.expect(compliances.vehicle_analysis.is_vehicle_present).toEqual(world.expect.any(Boolean))
  }),
  rule(
    'damages, wheels, costs and texts are tasks',
    'It detects damages, wheel condition, repair cost estimates and text on documents in images.',
    async ({ expect, make, waitFor, newInspection, service }) => {
      const at = `/inspections/${await newInspection({ tasks: TASKS })}`
      const byModels = ['damage_detection', 'wheel_analysis', 'images_ocr']
      await make('POST', `${at}/images`, {
        form: imageForm(readFileSync(SHARP_PICTURE), { tasks: byModels }),
      })
      for (const name of byModels) {
        await make('PATCH', `${at}/tasks/${name}`, { json: { status: 'TODO' } })
        const task = await waitFor(`the models of ${name}`, async () => {
          const { entities, result } = await make('GET', `${at}/tasks/${name}`)
          return ['DONE', 'ERROR'].includes(entities.tasks[result].status) && entities.tasks[result]
        })
        expect([name, task.status, task.errorMessages]).toEqual([name, 'DONE', []])
        const results = await service.rows('select provenance from task_results where task_id = $1', [
          task.id,
        ])
        expect(results).toMatchObject([{ provenance: { models: expect.any(Array) } }])
      }
      // Worked out from the damages, by rules: it is done once they are known.
      await waitFor('the estimate', async () => {
        const { entities, result } = await make('GET', `${at}/tasks/repair_estimate`)
        return entities.tasks[result].status === 'DONE'
      })
      const { entities, result } = await make('GET', `${at}/estimate`)
      expect(entities.estimates[result]).toMatchObject({ scope: 'visible_damage_only', version: 1 })
    },
  ),
  rule(
    'an inspection is of a vehicle at a time',
    'An inspection describes the state of a vehicle at a given time.',
    ({ expect, read, id }) => {
      const { vehicle, createdAt } = read.entities.inspections[id]
      expect(read.entities.vehicles[vehicle].brand).toBe('Alpine')
      expect(Date.parse(createdAt)).toBeLessThan(Date.now() + 60_000)
    },
  ),
  rule('a run is a task', 'Each AI model run on an inspection is a task.', async (world) => {
    const { image, task } = await runCompliances(world)
    world.expect(task).toMatchObject({ status: 'DONE', images: [{ imageId: image }] })
  }),
]

const sequence: Row[] = [
  rule(
    'a token comes from the identity provider',
    'The client logs in to an external identity provider with a registered account and obtains an authentication token.',
    async ({ expect, ask, at }) => {
      // `ask` fetches its token from the issuer of the stack, with the credentials of the account.
      expect((await ask('GET', at)).status).toBe(200)
      const forged = { as: null, headers: { authorization: 'Bearer made.at.home' } }
      expect((await ask('GET', at, forged)).status).toBe(401)
    },
  ),
  rule('no request without a token', 'The token accompanies every request.', async ({ expect, ask, at }) => {
    const answer = await ask('GET', at, { as: null })
    expect([answer.status, answer.body.code]).toEqual([401, 'token_missing'])
  }),
  rule(
    'an inspection is created with its tasks',
    'The client creates an inspection (POST /inspections), listing every task it will ever want to run on that inspection.',
    ({ expect, created }) => {
      const names = Object.values<{ name: string }>(created.entities.tasks).map((task) => task.name)
      expect(names).toEqual(expect.arrayContaining(Object.keys(TASKS)))
    },
  ),
  rule(
    'images are added to it',
    'The client adds images (POST /inspections/{inspection_id}/images).',
    ({ expect, read, id, uploaded }) =>
      expect(read.entities.inspections[id].images).toContain(uploaded.result),
  ),
  rule(
    'each image names its tasks',
    'For each image it names the task(s) to run on it.',
    ({ expect, read, imageId, uploaded }) => {
      expect(read.entities.images[imageId].tasks).toEqual(expect.arrayContaining(IMAGE.tasks))
      expect(read.entities.images[imageId].tasks).not.toContain('images_ocr')
      expect(read.entities.images[uploaded.result].tasks).toContain('images_ocr')
    },
  ),
  rule(
    'quality checks are read and pictures retaken',
    'The client reads the image quality checks and retakes non-compliant pictures.',
    async (world) => {
      const { expect, make, addImage, newInspection } = world
      const id = await newInspection()
      const small = (await addImage(id)).body.result
      const verdict = await checkOf(world, id, small)
      expect(verdict.image_quality_assessment.is_compliant).toBe(false)
      const form = imageForm(readFileSync(SHARP_PICTURE))
      const { result: retaken } = await make('POST', `/inspections/${id}/images`, { form })
      expect((await checkOf(world, id, retaken)).image_quality_assessment.is_compliant).toBe(true)
      await make('DELETE', `/inspections/${id}/images/${small}`)
      expect((await make('GET', `/inspections/${id}/images`)).result).toEqual([retaken])
    },
  ),
  rule(
    'tasks are started by an update',
    'When all images are uploaded, the client starts the tasks with a task update (PATCH /inspections/{inspection_id}/tasks/{task_name}).',
    async ({ expect, addImage, make, newInspection }) => {
      const id = await newInspection({ tasks: TASKS })
      await addImage(id, { tasks: ['damage_detection'] })
      const path = `/inspections/${id}/tasks/damage_detection`
      await make('PATCH', path, { json: { status: 'TODO' } })
      const { entities, result } = await make('GET', path)
      expect(entities.tasks[result].startedAt).toEqual(expect.any(String))
    },
  ),
  rule('tasks complete', 'The client waits for the tasks to complete.', async (world) => {
    const { task } = await runCompliances(world)
    world.expect(task.doneAt).toEqual(world.expect.any(String))
  }),
  rule(
    'results are read from the inspection',
    'The client reads the results of the inspection.',
    ({ expect, read, damaged, viewed }) => {
      expect(read.entities.damages).toHaveProperty(damaged.result)
      expect(read.entities.views).toHaveProperty(viewed.result)
      expect(read.entities.parts).not.toEqual({})
    },
  ),
  rule(
    'results are corrected',
    'The client corrects wrong AI results through damage and view endpoints (and through severity endpoints, see section 4).',
    async ({ expect, make, newInspection, acquisition }) => {
      const at = `/inspections/${await newInspection()}`
      const { result: wrong } = await make('POST', `${at}/damages`, { json: DAMAGE })
      await make('DELETE', `${at}/damages/${wrong}`)
      const { result: right } = await make('POST', `${at}/damages`, {
        json: { ...DAMAGE, damageType: 'dent' },
      })
      const json = { newImage: { acquisition: acquisition(9) }, damageId: right, boundingBox: BOX }
      const { result: view } = await make('POST', `${at}/views`, { json })
      await make('POST', `${at}/severity_pricing`, { json: { label: 'hood', level: 2 } })
      const { entities } = await make('GET', at)
      expect(Object.keys(entities.damages)).toEqual([right])
      expect(Object.keys(entities.views)).toEqual([view])
      expect(Object.keys(entities.severityResults)).toHaveLength(1)
    },
  ),
  rule(
    'a report is asked for and downloaded',
    'The client asks for a PDF report of the inspection, waits for it, then downloads it.',
    async ({ expect, ask, make, newInspection, waitFor, service }) => {
      const path = `/inspections/${await newInspection()}/pdf`
      await make('POST', path, { json: {} })
      const { entities, result } = await waitFor('the report', async () => {
        const { status, body } = await ask('GET', path)
        return status === 200 && body
      })
      const { pathname } = new URL(entities.reports[result].pdfUrl)
      const file = await fetch(`${service.url}${pathname}`)
      expect((await file.text()).slice(0, 5)).toBe('%PDF-')
    },
  ),
]

const rules: Row[] = [
  rule(
    'no task can be added later',
    'An inspection is created with the full list of tasks that will ever be applied to it.',
    async ({ expect, ask, addImage, newInspection }) => {
      const id = await newInspection({ tasks: { wheel_analysis: {} } })
      const path = `/inspections/${id}/tasks/damage_detection`
      expect((await ask('PATCH', path, { json: { status: 'TODO' } })).status).toBe(404)
      const image = await addImage(id, { tasks: ['damage_detection'] })
      expect([image.status, image.body.code]).toEqual([422, 'task_not_in_inspection'])
    },
  ),
  rule(
    'images come at creation or later',
    'Images may be supplied at creation or added later.',
    ({ expect, created, read, id, imageId, uploaded }) => {
      expect(created.entities.inspections[id].images).toEqual([imageId])
      expect(read.entities.inspections[id].images).toEqual([imageId, uploaded.result])
    },
  ),
  rule(
    'an image belongs to the tasks it states',
    'Each image states which task is applied to it.',
    async ({ expect, make, at, imageId, uploaded }) => {
      const { entities, result } = await make('GET', `${at}/tasks/images_ocr`)
      const images = entities.tasks[result].images.map((image: { imageId: string }) => image.imageId)
      expect(images).toEqual([uploaded.result])
      expect(images).not.toContain(imageId)
    },
  ),
  rule(
    'a task that has started is frozen',
    'Once a task has started, it can no longer be edited and no more images can be added for it.',
    proveFrozen,
  ),
  rule(
    'owner and creator are who made it',
    'An inspection has an owner and a creator.',
    async ({ expect, make, newInspection, subjectOf }) => {
      const id = await newInspection({ tasks: {} }, 'alder-member')
      const { entities } = await make('GET', `/inspections/${id}`)
      const member = await subjectOf('alder-member')
      expect(entities.inspections[id]).toMatchObject({ ownerId: member, creatorId: member })
    },
  ),
  rule(
    'lists are filtered by ownership',
    'Listing can be filtered by ownership (section 4).',
    async ({ expect, newInspection, listIds }) => {
      const id = await newInspection({ tasks: {} }, 'alder-member')
      expect(await listIds('&ownershipFilter=own_resources')).not.toContain(id)
      expect(await listIds('&ownershipFilter=own_resources', 'alder-member')).toContain(id)
    },
  ),
]

export const serviceRows: Row[] = [...purpose, ...sequence, ...rules]
