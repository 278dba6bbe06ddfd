import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompared } from '../../../test/comparisons.ts'
import { createInspection } from '../../../test/factories.ts'
import {
  createContested,
  createObjection,
  objectTo,
  openContest,
  readContestPage,
} from '../../../test/objections.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const decide = (id: string, json: object, as = 'alder-manager') =>
  service.call('POST', `/objections/${id}/decisions`, { json, as })
const upheld = { decision: 'upheld', reason: 'The hand-over photos show it.' }

describe('createObjectionDecision', () => {
  it('201 with reason, author and time, which the person sees; a second one keeps the first', async () => {
    const { id, link } = await createContested(service)
    const cookie = await openContest(service, link)
    await objectTo(service, link, cookie)
    const [{ id: objection }] = (await service.call('GET', `/objections?inspection_id=${id}`)).body.data
    const rejected = { decision: 'rejected', reason: 'It is <new>.' }
    expect(await decide(objection, rejected)).toMatchObject({
      status: 201,
      body: {
        status: 'decided',
        decision: { ...rejected, decided_by: 'alder-manager' },
        earlier_decisions: [],
      },
    })
    const { body } = await decide(objection, upheld)
    expect(body).toMatchObject({ decision: upheld, earlier_decisions: [rejected], version: 3 })
    expect(body.decision.decided_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const page = await readContestPage(service, link, cookie)
    expect(page).toContain('The hand-over photos show it.')
    expect(page).toContain('It is &lt;new&gt;.')
    const history = (await service.call('GET', `/inspections/${id}/history`)).body.data
    expect(history[0]).toMatchObject({ type: 'objection.decided', reason: upheld.reason })
  })

  it('412 when somebody else has decided meanwhile', async () => {
    const { id: inspection_id } = await createContested(service)
    const { id } = await createObjection(service, { inspection_id })
    await decide(id, upheld)
    const headers = { 'if-match': '"1"' }
    const stale = await service.call('POST', `/objections/${id}/decisions`, { json: upheld, headers })
    expect(stale.status).toBe(412)
  })

  it('400 without a reason, 403 for whoever only reads', async () => {
    const { id: inspection_id } = await createContested(service)
    const { id } = await createObjection(service, { inspection_id })
    expect((await decide(id, { decision: 'upheld', reason: '' })).status).toBe(400)
    expect((await decide(id, upheld, 'alder-reader')).status).toBe(403)
  })

  it('404 for an objection of another organization, and 403 in it for a program', async () => {
    const strict = await startOwnService({ settings: { PROGRAMS_MAY_DECIDE: 'false' } })
    try {
      const inspection_id = await createInspection(strict)
      const { id, link } = await createObjection(strict, { inspection_id })
      const call = (method: string, path: string, as: string, json?: object) =>
        strict.call(method, path, { as, ...(json ? { json } : {}) })
      expect(await call('POST', `/objections/${id}/decisions`, 'alder-manager', upheld)).toMatchObject({
        status: 403,
        body: { code: 'person_needed' },
      })
      const as = 'birch-manager'
      expect((await call('POST', `/objections/${id}/decisions`, as, upheld)).status).toBe(404)
      expect((await call('GET', `/objections/${id}`, as)).status).toBe(404)
      expect((await call('DELETE', `/objection_links/${link.id}`, as)).status).toBe(404)
      expect((await call('POST', '/objection_links', as, { inspection_id })).status).toBe(404)
      for (const list of ['/objections', '/objection_links'])
        expect((await call('GET', list, as)).body.data).toEqual([])
    } finally {
      await strict.stop()
    }
  })
})

describe('listObjections', () => {
  it('200 finds the overdue and the open ones, in pages', async () => {
    const { id: inspection_id } = await createContested(service)
    const ids = []
    for (let n = 0; n < 3; n++) ids.unshift((await createObjection(service, { inspection_id })).id)
    const [open, late, done] = ids
    await service.rows("update objections set due_at = now() - interval '1 minute' where id in ($1, $2)", [
      late,
      done,
    ])
    await decide(done ?? '', upheld)
    const list = async (query: string) => {
      const { body } = await service.call('GET', `/objections?inspection_id=${inspection_id}&${query}`)
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await list('limit=2')).toEqual([open, late])
    expect(await list(`after=${late}`)).toEqual([done])
    expect(await list('is_overdue=true')).toEqual([late])
    expect(await list('is_overdue=false')).toEqual([open, done])
    expect(await list('status=open')).toEqual([open, late])
    expect(await list('status=decided')).toEqual([done])
  })
})

describe('createObjectionLink', () => {
  it('422 for both or neither, 404 for what the caller cannot see', async () => {
    const create = (json: object, as = 'alder-manager') =>
      service.call('POST', '/objection_links', { json, as })
    const { id: inspection_id } = await createContested(service)
    const { id: comparison_id } = await createCompared(service)
    expect((await create({})).body.code).toBe('objection_target_missing')
    expect((await create({ inspection_id, comparison_id })).body.code).toBe('objection_target_missing')
    for (const json of [{ inspection_id }, { comparison_id }])
      expect((await create(json, 'birch-manager')).status).toBe(404)
    expect((await create({ inspection_id }, 'alder-reader')).status).toBe(403)
  })
})
