import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEvents } from '../../../test/event-reader.ts'
import { exchange } from '../../../test/exchange.ts'
import { createImage, createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { recordResults, startRun, workerContext } from '../../../test/runs.ts'
import { startService } from '../../../test/service.ts'
import { inTransaction } from '../../core/platform/context.ts'
import { endRun } from '../tasks/run.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const rename = (id: string, n: number) =>
  service.call('PATCH', `/inspections/${id}`, { json: { additional_data: { n } } })

const openStreams = async () => (await service.metrics.eventStreams.get()).values[0]?.value

describe('streamInspectionEvents', () => {
  it('200 tells what happens from now on, in the headers and fields that clients need', async () => {
    const id = await createInspection(service)
    const stream = await openEvents(service, `/inspections/${id}/events`)
    expect(stream.answer.status).toBe(200)
    expect(Object.fromEntries(stream.answer.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
      'x-request-id': expect.any(String),
    })
    expect(stream.answer.headers.get('etag')).toBeNull()
    const image_id = await createImage(service, id)
    await rename(id, 1)
    await stream.waitFor('inspection.updated')
    const [row] = await service.rows(
      "select id, position, created_at::text from events where inspection_id = $1 and type = 'image.created'",
      [id],
    )
    expect(stream.told).toEqual([
      {
        id: Number(row.position),
        event: 'image.created',
        data: {
          id: row.id,
          type: 'image.created',
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
          data: { inspection_id: id, image_id, task_names: expect.any(Array) },
        },
      },
      expect.objectContaining({ event: 'inspection.updated' }),
    ])
    expect(stream.state.retryMs).toBe(2_000)
    stream.close()
  })

  it('200 resumes after Last-Event-ID, in the header or the query, with nothing missed or doubled', async () => {
    const id = await createInspection(service)
    const first = await openEvents(service, `/inspections/${id}/events`)
    await waitFor('the beginning', async () => first.state.lastId)
    await rename(id, 1)
    await first.waitFor('inspection.updated')
    first.close()
    const { lastId } = first.state
    for (const n of [2, 3]) await rename(id, n)
    const ways = [
      openEvents(service, `/inspections/${id}/events`, { headers: { 'last-event-id': lastId } }),
      openEvents(service, `/inspections/${id}/events?last_event_id=${lastId}`),
    ]
    for (const stream of await Promise.all(ways)) {
      await stream.waitFor('inspection.updated', 2)
      await rename(id, 4)
      await stream.waitFor('inspection.updated', 3)
      const ids = stream.told.map((told) => told.id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      expect(new Set(ids).size).toBe(ids.length)
      stream.close()
    }
  })

  it('200 a client that saw no event resumes from where its stream began', async () => {
    const id = await createInspection(service)
    const first = await openEvents(service, `/inspections/${id}/events`)
    await waitFor('the beginning', async () => first.state.lastId)
    first.close()
    await rename(id, 1)
    const last_event_id = first.state.lastId
    const second = await openEvents(service, `/inspections/${id}/events?last_event_id=${last_event_id}`)
    await second.waitFor('inspection.updated')
    expect(second.types()).toEqual(['inspection.updated'])
    second.close()
  })

  it.each(['nonsense', '99999999', '-1', '1.5', '0x10', '9'.repeat(40)])(
    '200 with stream.reset for an id that was never given: %s',
    async (last) => {
      const id = await createInspection(service)
      const stream = await openEvents(service, `/inspections/${id}/events`, {
        headers: { 'last-event-id': last },
      })
      await stream.waitFor('stream.reset')
      await rename(id, 1)
      await stream.waitFor('inspection.updated')
      expect(stream.types()).toEqual(['stream.reset', 'inspection.updated'])
      expect(stream.told[0]?.data).toEqual({ type: 'stream.reset' })
      stream.close()
    },
  )

  it('200 with stream.reset when what was missed is older than a day', async () => {
    const id = await createInspection(service)
    const first = await openEvents(service, `/inspections/${id}/events`)
    await waitFor('the beginning', async () => first.state.lastId)
    first.close()
    await rename(id, 1)
    await waitFor('its position', async () => {
      const [row] = await service.rows('select max(position) as last from events where inspection_id = $1', [
        id,
      ])
      return Number(row.last) > Number(first.state.lastId)
    })
    await service.rows(
      "update events set created_at = now() - interval '25 hours' where inspection_id = $1",
      [id],
    )
    const stream = await openEvents(service, `/inspections/${id}/events`, {
      headers: { 'last-event-id': first.state.lastId },
    })
    await stream.waitFor('stream.reset')
    // From there on the client is up to date again.
    const again = await openEvents(service, `/inspections/${id}/events`, {
      headers: { 'last-event-id': String(stream.told[0]?.id) },
    })
    await rename(id, 2)
    await again.waitFor('inspection.updated')
    expect(again.types()).toEqual(['inspection.updated'])
    stream.close()
    again.close()
  })

  it('200 only the types that are asked for', async () => {
    const id = await createInspection(service)
    const stream = await openEvents(service, `/inspections/${id}/events?types=image.created,%20task.started`)
    await rename(id, 1)
    await createImage(service, id)
    await stream.waitFor('image.created')
    expect(stream.types()).toEqual(['image.created'])
    stream.close()
  })

  it('200 and its end after inspection.deleted, also where that is not told', async () => {
    const id = await createInspection(service)
    const all = await openEvents(service, `/inspections/${id}/events`)
    const some = await openEvents(service, `/inspections/${id}/events?types=task.done`)
    await service.call('DELETE', `/inspections/${id}`)
    await Promise.all([all.ended, some.ended])
    expect(all.types()).toEqual(['inspection.deleted'])
    expect(some.types()).toEqual([])
    expect((await service.call('GET', `/inspections/${id}/events`)).status).toBe(404)
  })

  it('200 tells of a task what a progress bar needs: each number once, rising, between start and end', async () => {
    const id = await createInspection(service)
    const images = [
      await createImage(service, id),
      await createImage(service, id),
      await createImage(service, id),
    ]
    const stream = await openEvents(service, `/inspections/${id}/events`)
    const run = await startRun(service, id, 'compliances')
    const ctx = workerContext(service)
    // Jobs of one task run at the same time.
    await Promise.all(images.map((image) => recordResults(ctx, run, { [image]: {} })))
    await recordResults(ctx, run, { [images[0] ?? '']: {} })
    await inTransaction(ctx, (ctx) => endRun(ctx, run, 'done'))
    await stream.waitFor('task.done')
    const steps = stream.told.map(({ event, data }) => [event, data.data.done, data.data.total])
    expect(steps).toEqual([
      ['task.started', undefined, undefined],
      ['task.progressed', 1, 3],
      ['task.progressed', 2, 3],
      ['task.progressed', 3, 3],
      ['task.done', undefined, undefined],
    ])
    const progress = stream.told.filter(({ event }) => event === 'task.progressed')
    expect(progress.map(({ data }) => data.data.image_id).toSorted()).toEqual(images.toSorted())
    expect(progress[0]?.data.data).toMatchObject({ task_id: run.task_id, name: 'compliances', generation: 1 })
    stream.close()
  })

  it('200 to HEAD, with the head of the answer and no stream left open', async () => {
    const id = await createInspection(service)
    const answer = await exchange(service, 'HEAD', `/inspections/${id}/events`)
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    await waitFor('the stream to be gone', async () => (await openStreams()) === 0)
    expect((await exchange(service, 'HEAD', '/inspections/x/events')).status).toBe(404)
  })

  it('logs one line for a stream, once it is over', async () => {
    const id = await createInspection(service)
    const stream = await openEvents(service, `/inspections/${id}/events`)
    const request_id = stream.answer.headers.get('x-request-id') ?? 'none'
    const lines = () => service.logLines().filter((line) => line.includes(request_id))
    expect(lines()).toEqual([])
    stream.close()
    await waitFor('the line', async () => lines().length > 0)
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { route: '/v1/inspections/:inspection_id/events', status: 200, msg: 'request' },
    ])
  })

  it('400 for a type that does not exist, an unknown parameter', async () => {
    const id = await createInspection(service)
    for (const query of ['types=task.finished', 'types=', 'from=1'])
      expect((await service.call('GET', `/inspections/${id}/events?${query}`)).status, query).toBe(400)
  })

  it('401 without a token, 403 for who may read nothing', async () => {
    const id = await createInspection(service)
    expect((await service.call('GET', `/inspections/${id}/events`, { as: null })).status).toBe(401)
    expect((await service.call('GET', `/inspections/${id}/events`, { as: 'alder-none' })).status).toBe(403)
  })

  it('404 for an inspection of another organization, of another person, and one that never existed', async () => {
    const id = await createInspection(service)
    for (const as of ['birch-admin', 'alder-member'])
      expect((await service.call('GET', `/inspections/${id}/events`, { as })).status).toBe(404)
    expect((await service.call('GET', '/inspections/x/events')).status).toBe(404)
    await waitFor('the stream to be gone', async () => (await openStreams()) === 0)
  })
})
