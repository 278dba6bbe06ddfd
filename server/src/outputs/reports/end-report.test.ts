import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import { openLocalModels } from '../../../test/local-models.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { createContext } from '../../core/platform/context.ts'
import { failReport } from './fail-report.job.ts'
import { makeReport, type ReportContext } from './make-report.job.ts'
import { Typesetter } from './pdf/typesetter.ts'

const typesetter = new Typesetter()
// Every picture has been looked at.
const models = await openLocalModels([])
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => Promise.all([service.stop(), typesetter.close()]))

/** A report that was asked for, and what the worker is given for it. */
async function asked() {
  const inspection_id = await createInspection(service)
  const { body } = await service.call('POST', `/inspections/${inspection_id}/pdf`, { json: {} })
  const [{ org_id }] = await service.rows('select org_id from inspections where id = $1', [inspection_id])
  const principal = { subject: 'algo', org_id, permissions: new Set<never>() }
  const ctx: ReportContext = {
    ...createContext(service.parts, principal, service.log),
    models,
    typesetter,
    signer: null,
  }
  const job = { org_id: String(org_id), inspection_id, report_id: String(body.report_id) }
  return { ctx, job, remove: () => service.call('DELETE', `/inspections/${inspection_id}`) }
}

const stateOf = async (reportId: string) => {
  const [row] = await service.rows(
    'select status, error, done_at is not null as ended from reports where id = $1',
    [reportId],
  )
  const events = await service.rows(
    "select type from events where type in ('report.done', 'report.failed') and payload ->> 'report_id' = $1",
    [reportId],
  )
  return { ...row, events: events.map(({ type }) => type) }
}

const DELETED = {
  status: 'ERROR',
  error: 'The inspection was deleted before the report was created.',
  ended: true,
  events: ['report.failed'],
}

describe('a report whose inspection is deleted', () => {
  it('ends before it is begun', async () => {
    const { ctx, job, remove } = await asked()
    await remove()
    await makeReport(ctx, job)
    await makeReport(ctx, job)
    expect(await stateOf(job.report_id)).toEqual(DELETED)
  })

  it('ends when it is made, and what was stored is left to be swept', async () => {
    const { ctx, job, remove } = await asked()
    const { storage } = ctx
    const stored: string[] = []
    const storing = Object.assign(Object.create(storage), {
      putFile: async (...given: Parameters<typeof storage.putFile>) => {
        stored.push(given[0])
        await storage.putFile(...given)
        await remove()
      },
    })
    await makeReport({ ...ctx, storage: storing }, job)
    expect(stored).toHaveLength(1)
    expect(await stateOf(job.report_id)).toEqual(DELETED)
    const [{ count }] = await service.rows('select count(*)::int from uploads')
    expect(count).toBe(1)
  })

  it('ends when its attempts are used up, with the reason that counts', async () => {
    const { ctx, job, remove } = await asked()
    await remove()
    await failReport(ctx, job)
    await failReport(ctx, job)
    expect(await stateOf(job.report_id)).toEqual(DELETED)
  })
})

describe('a report that cannot be made', () => {
  it('ends in ERROR once, and a report that is done stays so', async () => {
    const { ctx, job } = await asked()
    await failReport(ctx, job)
    const failed = await stateOf(job.report_id)
    expect(failed).toMatchObject({ status: 'ERROR', ended: true, events: ['report.failed'] })
    expect(failed).toMatchObject({ error: expect.stringContaining('Request it again') })
    const other = await asked()
    await makeReport(other.ctx, other.job)
    await failReport(other.ctx, other.job)
    expect(await stateOf(other.job.report_id)).toEqual({
      status: 'DONE',
      error: null,
      ended: true,
      events: ['report.done'],
    })
  })
})

describe('a report whose layout', () => {
  const withTemplate = (name: string, typst: string) => {
    const template = join(service.temporaryDir, name)
    mkdirSync(template)
    writeFileSync(join(template, 'report.typ'), typst)
    return template
  }

  it('runs away is killed and ends in ERROR at once: it is not tried again', async () => {
    const { ctx, job } = await asked()
    const template = withTemplate('endless', '#for a in range(100000) { for b in range(100000) { } }')
    const config = { ...ctx.config, REPORT_TIMEOUT_MS: 2_000 }
    // A job that does not throw is complete.
    await makeReport({ ...ctx, config, template }, job)
    expect(await stateOf(job.report_id)).toEqual({
      status: 'ERROR',
      error: expect.stringContaining('took too long to create'),
      ended: true,
      events: ['report.failed'],
    })
  })

  it('fails is tried again', async () => {
    const { ctx, job } = await asked()
    const template = withTemplate('broken', '#panic("broken")')
    await expect(makeReport({ ...ctx, template }, job)).rejects.toThrow('Typst refused the report')
    expect(await stateOf(job.report_id)).toMatchObject({ status: 'IN_PROGRESS', events: [] })
    await makeReport(ctx, job)
    expect(await stateOf(job.report_id)).toMatchObject({ status: 'DONE' })
  })
})
