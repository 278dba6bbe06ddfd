import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type StoreLine, startStoreLine } from '../../../../testing/store-line.ts'
import { tokenOf } from '../../../../testing/tokens.ts'
import { createInspection, imageForm, jpeg, waitFor } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { pdf, reportForm } from '../../../test/reports.ts'

// An error that no listener takes ends the process; here it fails the run.
let line: StoreLine
let service: Service
let inspection: string
beforeAll(async () => {
  line = await startStoreLine()
  service = await startOwnService({ settings: { S3_ENDPOINT: line.url } })
  inspection = await createInspection(service)
})
afterEach(() => line.mend())
afterAll(async () => {
  await service.stop()
  await line.close()
})

/** Sends the whole body and hangs up once the store has been asked for the puts of it. */
async function hangUp(path: string, form: FormData, putsWanted: number): Promise<void> {
  const { headers, body } = await bytesOf(form)
  const before = line.counts.puts
  const upload = request(`${service.url}/v1${path}`, {
    method: 'POST',
    agent: false,
    headers: { ...headers, authorization: `Bearer ${await tokenOf('alder-manager')}` },
  })
  upload.on('error', () => {})
  upload.end(body)
  await waitFor('the puts', async () => line.counts.puts >= before + putsWanted)
  upload.destroy()
}

async function bytesOf(form: FormData) {
  const whole = new Response(form)
  const headers = { 'content-type': whole.headers.get('content-type') ?? '' }
  return { headers, body: Buffer.from(await whole.arrayBuffer()) }
}

const nothingLeftOnDisk = () =>
  waitFor('temporary files to go', async () => readdirSync(service.temporaryDir).length === 0)

const countImages = async () =>
  Number((await service.rows('select count(*) from images where inspection_id = $1', [inspection]))[0].count)

const send = async (seed: number) =>
  service.call('POST', `/inspections/${inspection}/images`, { form: imageForm(await jpeg(seed)) })

describe('an upload whose client hangs up while the store is asked', () => {
  it('is finished when the store loses its connections and comes back', async () => {
    const before = await countImages()
    line.begin('freeze')
    await hangUp(`/inspections/${inspection}/images`, imageForm(await jpeg(1)), 3)
    line.begin('stop')
    line.mend()
    await waitFor('the image', async () => (await countImages()) === before + 1)
    await nothingLeftOnDisk()
  })

  it('is finished with a picture that comes with a view', async () => {
    const { body } = await service.call('POST', `/inspections/${inspection}/damages`, {
      json: { damage_type: 'dent', part_type: 'hood' },
    })
    const before = await countImages()
    line.begin('freeze')
    const form = imageForm(await jpeg(2))
    form.set(
      'json',
      JSON.stringify({
        damage_id: body.id,
        new_image: { acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' } },
        bounding_box: { xmin: 0, ymin: 0, width: 10, height: 10 },
      }),
    )
    await hangUp(`/inspections/${inspection}/views`, form, 3)
    line.begin('stop')
    line.mend()
    await waitFor('the image', async () => (await countImages()) === before + 1)
    await nothingLeftOnDisk()
  })

  it('is finished with a report', async () => {
    line.begin('freeze')
    await hangUp(`/inspections/${inspection}/pdf`, reportForm(pdf('x')), 1)
    line.begin('stop')
    line.mend()
    await waitFor('the report', async () => (await service.rows('select 1 from reports')).length === 1)
    await nothingLeftOnDisk()
  })

  it('leaves nothing on disk when it is one of many and the store stops', async () => {
    line.begin('freeze')
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) =>
        hangUp(`/inspections/${inspection}/images`, imageForm(await jpeg(20 + n)), n),
      ),
    )
    line.begin('stop')
    await nothingLeftOnDisk()
  })
})

describe('an upload while the store stops', () => {
  it('503 with Retry-After, and 201 once it is back', async () => {
    line.begin('freeze')
    const before = line.counts.puts
    const answers = [3, 4, 5, 6].map(send)
    await waitFor('the puts', async () => line.counts.puts >= before + 3)
    line.begin('stop')
    for (const { status, headers } of await Promise.all(answers)) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('2')
    }
    await nothingLeftOnDisk()
    line.mend()
    expect((await send(3)).status).toBe(201)
  })
})
