import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompared, createComparison, createPair } from '../../../test/comparisons.ts'
import { openLocalModels } from '../../../test/local-models.ts'
import type { Service } from '../../../test/own-service.ts'
import { workerContext } from '../../../test/runs.ts'
import { startService } from '../../../test/service.ts'
import { makeReport } from './make-report.job.ts'
import { Typesetter } from './pdf/typesetter.ts'
import { checkFile } from './verify/check-file.ts'

let service: Service
const typesetter = new Typesetter()
// Every picture has been looked at.
const models = await openLocalModels([])
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await typesetter.close()
  await service.stop()
})

const post = (id: string, json: object = {}, as = 'alder-manager') =>
  service.call('POST', `/comparisons/${id}/pdf`, { json, as })
const get = (id: string, as = 'alder-manager') => service.call('GET', `/comparisons/${id}/pdf`, { as })
const fileOf = async (url: string) => fetch(`${service.url}${new URL(url).pathname}`)

/** Does what the worker does with it. */
async function make(reportId: string): Promise<void> {
  const [row] = await service.rows('select inspection_id from reports where id = $1', [reportId])
  const job = { org_id: service.org.alder, inspection_id: row.inspection_id, report_id: reportId }
  await makeReport({ ...workerContext(service), models, typesetter, signer: null }, job)
}

async function printed() {
  const compared = await createCompared(service)
  const asked = await post(compared.id)
  await make(asked.body.report_id)
  return { ...compared, report: (await get(compared.id)).body }
}

describe('createComparisonReport', () => {
  it('201 makes a paper that can be opened and verified', async () => {
    const { id, later } = await createCompared(service)
    expect((await get(id)).body.code).toBe('report_not_requested')
    const asked = await post(id, { language: 'de', paper: 'letter' })
    expect([asked.status, asked.body.status, asked.body.id]).toEqual([201, 'IN_PROGRESS', id])
    expect((await post(id, { language: 'de', paper: 'letter' })).body.report_id).toBe(asked.body.report_id)
    expect((await get(id)).body.code).toBe('report_not_ready')
    await make(asked.body.report_id)
    const { status, body } = await get(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, report_id: asked.body.report_id, number: 1, is_outdated: false })

    const answer = await fileOf(body.pdf_url)
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="comparison-${id}.pdf"`)
    const { twin, checks } = await checkFile(Buffer.from(await answer.arrayBuffer()), null)
    expect(checks.filter(({ status }) => status === 'FAILED')).toEqual([])
    expect(twin).toMatchObject({ code: body.verification_code })
    expect(twin?.images.map(({ image_id }) => image_id)).toContain(later.image_id)
    const verified = await service.call('GET', `/verify/${body.report_id}`)
    expect(verified.body).toMatchObject({
      sha256: body.sha256,
      verification_code: body.verification_code,
      is_latest: true,
      is_outdated: false,
    })
  })

  it('never is the report of an inspection', async () => {
    const { earlier, later, report } = await printed()
    for (const { at } of [earlier, later]) {
      expect((await service.call('GET', `${at}/pdf`)).body.code).toBe('report_not_requested')
      expect((await service.call('GET', `${at}/pdf/versions`)).body.data).toEqual([])
      expect((await service.call('GET', at)).body.pdf_url ?? null).toBeNull()
    }
    // The inspection's own report does not take the place of the paper, either.
    const own = await service.call('POST', `${later.at}/pdf`, { json: {} })
    await make(own.body.report_id)
    expect((await service.call('GET', `${later.at}/pdf`)).body).toMatchObject({
      report_id: own.body.report_id,
      number: 1,
    })
    expect((await service.call('GET', `/verify/${report.report_id}`)).body.is_latest).toBe(true)
    const events = await service.rows(
      "select payload from events where inspection_id = $1 and type = 'report.done' order by id",
      [later.id],
    )
    expect(events.map(({ payload }) => payload.comparison_id)).toEqual([expect.any(String), undefined])
  })

  it('is outdated once somebody decides, or an inspection changes', async () => {
    const { id, place, report, earlier } = await printed()
    await service.call('PATCH', `/comparisons/${id}/places/${place}`, { json: { verdict: 'new' } })
    expect((await get(id)).body.is_outdated).toBe(true)
    expect((await service.call('GET', `/verify/${report.report_id}`)).body.is_outdated).toBe(true)
    const again = await post(id)
    await make(again.body.report_id)
    expect((await get(id)).body).toMatchObject({ number: 2, is_outdated: false })
    expect((await service.call('GET', `/verify/${report.report_id}`)).body.is_latest).toBe(false)
    await earlier.send('POST', '/damages', { damage_type: 'dent', part_type: 'hood' })
    expect((await get(id)).body.is_outdated).toBe(true)
  })

  it('is outdated once the estimate changes that its amounts come from', async () => {
    const { id, later } = await printed()
    const isOutdated = async () => [
      (await get(id)).body.is_outdated,
      (await service.call('GET', `/verify/${(await get(id)).body.report_id}`)).body.is_outdated,
    ]
    expect(await isOutdated()).toEqual([false, false])
    await later.send('POST', '/estimate', {})
    expect(await isOutdated()).toEqual([true, true])
    const again = await post(id)
    await make(again.body.report_id)
    await later.send('POST', '/estimate', {})
    expect(await isOutdated()).toEqual([false, false])
  })

  it('goes with the earlier inspection, whose pictures it shows', async () => {
    const { id, report, earlier } = await printed()
    await service.call('DELETE', earlier.at)
    expect((await fileOf(report.pdf_url)).status).toBe(404)
    expect((await service.call('GET', `/verify/${report.report_id}`)).status).toBe(404)
    expect((await get(id)).body.code).toBe('report_not_requested')
    const again = await post(id)
    await make(again.body.report_id)
    const { body } = await get(id)
    const { twin } = await checkFile(Buffer.from(await (await fileOf(body.pdf_url)).arrayBuffer()), null)
    expect(twin?.images.map(({ image_id }) => image_id)).not.toContain(earlier.image_id)
  })

  it('fails where the comparison is gone before it is made', async () => {
    const { id } = await createCompared(service)
    const { report_id } = (await post(id)).body
    await service.rows("update comparisons set status = 'IN_PROGRESS' where id = $1", [id])
    await make(report_id)
    expect((await get(id)).body).toMatchObject({ code: 'report_failed' })
  })

  it('409 while the comparison is not done', async () => {
    const id = await createComparison(service, (await createPair(service)).json)
    expect((await post(id)).body.code).toBe('comparison_not_done')
  })

  it('422 in a language that reports do not speak', async () => {
    const { id } = await createCompared(service)
    expect((await post(id, { language: 'tlh' })).body.code).toBe('report_language_unknown')
  })

  it('404 for a comparison of another organization, and after its deletion', async () => {
    const { id } = await createCompared(service)
    expect((await post(id, {}, 'birch-manager')).status).toBe(404)
    expect((await get(id, 'birch-manager')).status).toBe(404)
    await service.call('DELETE', `/comparisons/${id}`)
    expect((await get(id)).status).toBe(404)
    expect((await post(id)).status).toBe(404)
  })
})
