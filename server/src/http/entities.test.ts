import { Readable } from 'node:stream'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../test/calls.ts'
import { createImage, createInspection, imageForm, jpeg } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'
import type { App } from '../core/platform/app.ts'
import { registerEntities, wantsEntities } from './entities.ts'

const ENTITIES = 'application/vnd.walkaround.entities+json'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function ask(method: string, path: string, options: Call = {}) {
  const answer = await service.call(method, path, { ...options, headers: { accept: ENTITIES } })
  if (answer.status < 300) {
    expect(answer.headers.get('content-type')).toBe(ENTITIES)
    expect(answer.headers.get('vary')).toMatch(/\baccept\b/i)
  }
  return answer
}

describe('inspections', () => {
  it('201 for a new one names it as the result', async () => {
    const { status, body } = await ask('POST', '/inspections', { json: { tasks: {} } })
    expect(status).toBe(201)
    expect(body.entities.inspections[body.result]).toMatchObject({ id: body.result })
    expect((await service.call('GET', `/inspections/${body.result}`)).status).toBe(200)
  })

  it('200 for one with its images, tasks and vehicle as records', async () => {
    const id = await createInspection(service, {
      tasks: { damage_detection: { damage_score_threshold: 0.4 } },
      vehicle: { serie: '3008', mileage: { value: 12, unit: 'km' } },
      additional_data: { keep_me: { as_i_am: 1 } },
    })
    const image = await createImage(service, id)
    const wire = (await service.call('GET', `/inspections/${id}`)).body
    const { body } = await ask('GET', `/inspections/${id}`)
    expect(body.result).toBe(id)
    expect(body.entities.inspections[id]).toMatchObject({
      id,
      ownerId: wire.owner_id,
      images: [image],
      tasks: wire.tasks.map((task: { id: string }) => task.id),
      vehicle: wire.vehicle.id,
      additionalData: { keep_me: { as_i_am: 1 } },
    })
    expect(body.entities.vehicles[wire.vehicle.id]).toMatchObject({
      series: '3008',
      mileage: { value: 12, unit: 'km' },
      marketValue: null,
    })
    expect(body.entities.images[image]).toMatchObject({ inspection: { id }, imageWidth: 320 })
    const detection = wire.tasks.find((task: { name: string }) => task.name === 'damage_detection')
    expect(body.entities.tasks[detection.id].arguments).toEqual({ damage_score_threshold: 0.4 })
  })

  it('200 for a list with its ids in order and its paging', async () => {
    const older = await createInspection(service)
    const newer = await createInspection(service)
    const { body } = await ask('GET', '/inspections?limit=2')
    expect(body.result).toEqual([newer, older])
    expect(Object.keys(body.entities.inspections).toSorted()).toEqual([older, newer].toSorted())
    expect(body.paging).toMatchObject({
      next: older,
      cursors: { next: { limit: 2, after: older, paginationOrder: 'desc' } },
    })
  })

  it('200 for a deleted one', async () => {
    const id = await createInspection(service)
    const { body } = await ask('DELETE', `/inspections/${id}`)
    expect(body.result).toBe(id)
    expect(body.entities.inspections).toEqual({ [id]: { id, deleted: true } })
  })

  it('404 stays a problem', async () => {
    const answer = await ask('GET', '/inspections/nothing')
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })
})

describe('tasks', () => {
  it('200 for all, each once, for one, and for a started one', async () => {
    const id = await createInspection(service, { tasks: { images_ocr: {} } })
    await createImage(service, id)
    const { image_ocr, ...wire } = (await service.call('GET', `/inspections/${id}/tasks`)).body
    expect(image_ocr.id).toBe(wire.images_ocr.id)
    const all = (await ask('GET', `/inspections/${id}/tasks`)).body
    const taskIds = Object.values<{ id: string }>(wire).map((task) => task.id)
    expect(all.result.toSorted()).toEqual(taskIds.toSorted())
    expect(Object.keys(all.entities.tasks).toSorted()).toEqual(taskIds.toSorted())

    const path = `/inspections/${id}/tasks/compliances`
    const one = (await ask('GET', path)).body
    expect(one.entities.tasks[one.result]).toMatchObject({ name: 'compliances', inspectionId: id })
    const started = (await ask('PATCH', path, { json: { status: 'TODO' } })).body
    expect(started.result).toBe(one.result)
    expect(started.entities.tasks[one.result]).toMatchObject({ startedAt: expect.any(String), doneAt: null })
  })
})

describe('images', () => {
  it('201 for a new one, 200 for it and for the list', async () => {
    const id = await createInspection(service)
    const path = `/inspections/${id}/images`
    const form = imageForm(await jpeg(), { additional_data: { sight_id: 's' } })
    const created = await ask('POST', path, { form })
    expect(created.status).toBe(201)
    const image = created.body.result
    expect(created.body.entities.images[image]).toMatchObject({
      mimetype: 'image/jpeg',
      rotateImageBeforeUpload: 'NO_ROTATION',
      additionalData: { sight_id: 's' },
    })
    const one = (await ask('GET', `${path}/${image}`)).body
    expect(one.entities.images[image].compliances).toHaveProperty('image_quality_assessment')
    expect((await ask('GET', path)).body).toMatchObject({ result: [image], paging: { next: null } })
  })
})

describe('the form asked for', () => {
  it('200 in the wire form to the published clients, with Vary', async () => {
    for (const accept of ['application/json, text/plain, */*', '*/*', 'application/json']) {
      const answer = await service.call('GET', '/inspections', { headers: { accept } })
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(answer.headers.get('vary')).toMatch(/\baccept\b/i)
      expect(answer.body).toHaveProperty('data')
    }
  })

  it.each([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['application/*', false],
    ['application/json', false],
    [ENTITIES, true],
    [ENTITIES.toUpperCase(), true],
    [`${ENTITIES};charset=utf-8;q=0.9`, true],
    [`${ENTITIES}, application/json`, true],
    [`application/json;q=0.9, ${ENTITIES}`, true],
    [`application/json, ${ENTITIES};q=0.9`, false],
    [`${ENTITIES};q=0.5, */*;q=0.1`, true],
    [`${ENTITIES};q=0.5, */*`, false],
    [`${ENTITIES};q=0.5, application/json;q=0.1, */*`, true],
    [`${ENTITIES}; q=0`, false],
    [`${ENTITIES}; q=much`, false],
    [`${ENTITIES}x`, false],
  ])('%j: %j', (accept, expected) => {
    expect(wantsEntities(accept)).toBe(expected)
  })
})

describe('answers that are ready when they come', () => {
  const bytes = Buffer.from('{"id":"i-1","object_type":"INSPECTION"}')
  // Routes that answer as a replay, a file and a document do; the hook and the framework are the real ones.
  async function answerOf(type: string, body: string | Buffer | Readable, operationId?: string, code = 200) {
    const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>()
    registerEntities(app)
    app.get('/', { schema: operationId ? { operationId } : {} }, (_request, reply) =>
      reply
        .code(code)
        .headers({ 'content-type': type, 'content-length': bytes.length, vary: 'Origin' })
        .send(body),
    )
    const answer = await app.inject({ url: '/', headers: { accept: ENTITIES } })
    await app.close()
    return answer
  }

  it('bytes of JSON are normalised, with their new length', async () => {
    const answer = await answerOf('application/json; charset=utf-8', bytes, 'x')
    expect(answer.json().entities.inspections).toEqual({ 'i-1': { id: 'i-1' } })
    expect(answer.headers['content-type']).toBe(ENTITIES)
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  })

  it.each([
    ['bytes of another type', 'application/pdf', bytes, 'x', 200],
    ['an answer that already has the form', ENTITIES, bytes, 'x', 200],
    ['a problem', 'application/problem+json', bytes, 'x', 409],
    ['an error that says it is JSON', 'application/json', bytes, 'x', 500],
    ['what is no operation', 'application/json', bytes, undefined, 200],
  ])('%s passes untouched', async (_name, type, body, operationId, code) => {
    const answer = await answerOf(type, body, operationId, code)
    expect(answer.rawPayload).toEqual(bytes)
    expect(answer.headers).toMatchObject({ 'content-type': type, vary: 'Origin' })
  })

  it('a stream passes untouched', async () => {
    const answer = await answerOf('application/json', Readable.from([bytes]), 'x')
    expect(answer.rawPayload).toEqual(bytes)
    expect(answer.headers['content-type']).toBe('application/json')
  })

  it('a field the response schema does not name is in no form', async () => {
    const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>()
    registerEntities(app)
    const response = { 200: Type.Object({ id: Type.String(), object_type: Type.String() }) }
    app.get('/', {
      schema: { operationId: 'x', response },
      handler: () => ({ id: 'i-1', object_type: 'TASK', secret: 1 }),
    })
    const answer = await app.inject({ url: '/', headers: { accept: ENTITIES } })
    await app.close()
    expect(answer.json().entities.tasks).toEqual({ 'i-1': { id: 'i-1' } })
  })
})
