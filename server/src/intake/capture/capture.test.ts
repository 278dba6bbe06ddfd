import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callAsHolder,
  createDevice,
  type Device,
  openLink,
  pictureForm,
  secretOf,
} from '../../../test/capture-device.ts'
import { createInspection, jpeg } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const profile = {
  name: 'Two pictures',
  steps: [
    { step: 'around_000' },
    { step: 'around_180', must_pass: true },
    { step: 'vin', is_required: false },
  ],
  vehicle_types: { pickup: [{ step: 'around_090' }] },
  damages_max: 1,
  consent: { en: 'Agree?', de: 'Einverstanden?' },
}

let pictures = 900

async function makeLink(body: object = {}, inspection: object = { tasks: { damage_detection: {} } }) {
  const id = await createInspection(service, inspection)
  const { body: created } = await service.call('POST', '/capture_profiles', { json: profile })
  const answer = await service.call('POST', `/inspections/${id}/capture_links`, {
    json: { profile_id: created.id, ...body },
  })
  expect(answer.status).toBe(201)
  return { id, link: answer.body, profileId: created.id, secret: secretOf(answer.body.url) }
}

async function open(secret: string, device: Device = createDevice()) {
  const { status, body } = await openLink(service, device, secret)
  expect(status).toBe(201)
  const at = `/inspections/${body.inspection_id}/capture`
  return {
    body,
    device,
    get: () => callAsHolder(service, device, body.token, 'GET', at),
    add: async (fields: object, bytes?: Buffer, headers = {}) =>
      callAsHolder(service, device, body.token, 'POST', `${at}/pictures`, {
        form: pictureForm(bytes ?? (await jpeg(pictures++)), fields),
        headers,
      }),
    finish: () => callAsHolder(service, device, body.token, 'POST', `${at}/finish`),
  }
}

/** What the check says, without a worker. */
const judge = (imageId: string, status: string, issues: string[] = []) =>
  service.rows('update images set compliances = $2 where id = $1', [
    imageId,
    JSON.stringify({ compliance_status: status, compliance_issues: issues }),
  ])

const eventsOf = async (id: string) =>
  (
    await service.rows('select type, created_by, payload from events where inspection_id = $1 order by id', [
      id,
    ])
  ).map(({ type }) => type)

describe('a capture', () => {
  it('200 goes from the link to started tasks, and says so in events', async () => {
    const { id, link, secret } = await makeLink({ language: 'de', visible: ['vehicle', 'pictures'] })
    const phone = await open(secret)
    expect((await phone.get()).body).toMatchObject({
      inspection_id: id,
      capture_link_id: link.id,
      consent: 'Einverstanden?',
      missing: ['around_000', 'around_180'],
      may_finish: false,
      vehicle: { brand: null, model: null, plate: null },
      steps: [
        { step: 'around_000', kind: 'walk', azimuth: 0, viewpoint: 'front', verdict: 'missing' },
        { step: 'around_180', viewpoint: 'back', must_pass: true, image_id: null, path: null },
        { step: 'vin', kind: 'document', is_required: false, azimuth: null, viewpoint: null },
      ],
    })
    const front = await phone.add({ step: 'around_000' })
    expect(front).toMatchObject({ status: 201, body: { step: 'around_000', done: 1, total: 2 } })
    const back = await phone.add({ step: 'around_180' })
    expect((await phone.finish()).body).toMatchObject({
      status: 409,
      code: 'capture_incomplete',
      errors: [{ field: 'around_180' }],
    })

    await judge(back.body.image_id, 'non_compliant', ['blurriness'])
    const blurred = (await phone.get()).body
    expect(blurred.steps[1]).toMatchObject({
      verdict: 'retake',
      reasons: [{ issue: 'blurriness', how_to_fix: expect.stringMatching(/\w/) }],
      path: expect.stringContaining(back.body.image_id),
    })
    const again = await phone.add({ step: 'around_180' })
    await judge(again.body.image_id, 'compliant')
    const state = (await phone.get()).body
    expect(state).toMatchObject({ missing: [], may_finish: true, finished_at: null })
    expect(state.steps[1]).toMatchObject({ verdict: 'good', image_id: again.body.image_id })

    expect(await phone.finish()).toMatchObject({ status: 200, body: { finished_at: expect.any(String) } })
    expect((await phone.finish()).status).toBe(200)
    expect((await phone.add({ step: 'around_000' })).body.code).toBe('capture_finished')
    const [task] = await service.rows(
      "select status from tasks where inspection_id = $1 and name = 'damage_detection'",
      [id],
    )
    expect(task.status).toBe('TODO')
    const events = await eventsOf(id)
    expect(events.filter((type) => type.startsWith('capture_link'))).toEqual([
      'capture_link.created',
      'capture_link.opened',
      'capture_link.progressed',
      'capture_link.progressed',
      'capture_link.progressed',
      'capture_link.done',
    ])
    expect(events.filter((type) => type === 'image.deleted')).toHaveLength(1)
  })

  it('makes no report outdated by its link', async () => {
    const { id, link } = await makeLink()
    await service.call('DELETE', `/capture_links/${link.id}`)
    const rows = await service.rows(
      `select count_changes(org_id, id)::int as changes, (select array_agg(type order by sequence) from events
         where inspection_id = inspections.id) as types from inspections where id = $1`,
      [id],
    )
    expect(rows).toEqual([
      { changes: 1, types: ['inspection.created', 'capture_link.created', 'capture_link.revoked'] },
    ])
  })

  it('201 makes one image of a picture that is sent twice, and keeps it', async () => {
    const { secret, id } = await makeLink()
    const phone = await open(secret)
    const bytes = await jpeg(pictures++)
    const first = await phone.add({ step: 'around_000' }, bytes)
    const second = await phone.add({ step: 'around_000' }, bytes)
    expect(second.body.image_id).toBe(first.body.image_id)
    const rows = await service.rows('select id from images where inspection_id = $1 and deleted_at is null', [
      id,
    ])
    expect(rows).toHaveLength(1)
  })

  it('201 keeps the last of many pictures of a step that arrive at once', async () => {
    const { secret, id } = await makeLink()
    const phone = await open(secret)
    const answers = await Promise.all(Array.from({ length: 6 }, () => phone.add({ step: 'around_000' })))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    const rows = await service.rows('select id from images where inspection_id = $1 and deleted_at is null', [
      id,
    ])
    expect(rows).toHaveLength(1)
  })

  it('201 joins the two pictures of a damage, and 422 beyond what the profile allows', async () => {
    const { secret, id } = await makeLink()
    const phone = await open(secret)
    const damage = { step: 'damage', damage_key: 'd1' }
    const wide = await phone.add({ ...damage, shot: 'wide', note: 'from a post' })
    await phone.add({ ...damage, shot: 'near' })
    expect((await phone.get()).body.damages).toMatchObject([
      { damage_key: 'd1', wide: { image_id: wide.body.image_id }, near: { verdict: 'checking' } },
    ])
    const rows = await service.rows(
      'select image_subtype, image_sibling_key, additional_data from images where inspection_id = $1 order by id',
      [id],
    )
    expect(rows).toMatchObject([
      { image_subtype: 'close_up_part', image_sibling_key: 'd1', additional_data: { note: 'from a post' } },
      { image_subtype: 'close_up_damage', image_sibling_key: 'd1' },
    ])
    expect((await phone.add({ ...damage, damage_key: 'd2', shot: 'near' })).body).toMatchObject({
      status: 422,
      code: 'limit_reached',
    })
  })

  it.each([{ step: 'around_090' }, { step: 'damage' }, { step: 'damage', shot: 'near' }])(
    '422 for %j, which the profile does not ask for',
    async (fields) => {
      const phone = await open((await makeLink()).secret)
      expect((await phone.add(fields)).body.code).toBe('capture_step_unknown')
    },
  )

  it('200 asks for the steps of the vehicle type', async () => {
    const inspection = { tasks: {}, vehicle: { vehicle_type: 'Pickup' } }
    const phone = await open((await makeLink({}, inspection)).secret)
    expect((await phone.get()).body.steps).toMatchObject([{ step: 'around_090' }])
  })

  it('200 keeps the version of the profile that the link was made with', async () => {
    const { secret, profileId } = await makeLink()
    await service.call('PATCH', `/capture_profiles/${profileId}`, { json: { steps: [{ step: 'vin' }] } })
    await service.call('DELETE', `/capture_profiles/${profileId}`)
    const state = (await (await open(secret)).get()).body
    expect(state).toMatchObject({ profile_version: 1, missing: ['around_000', 'around_180'] })
  })

  it('200 shows neither vehicle nor pictures where the link does not', async () => {
    const { secret } = await makeLink({ visible: [] })
    const phone = await open(secret)
    await phone.add({ step: 'around_000' })
    const { body } = await phone.get()
    expect([body.vehicle, body.steps[0].path]).toEqual([null, null])
  })

  it('404 for an inspection of another organization', async () => {
    const { id } = await makeLink()
    const foreign = { as: 'birch-manager' }
    for (const [method, path] of [
      ['GET', 'capture'],
      ['POST', 'capture/finish'],
    ] as const)
      expect((await service.call(method, `/inspections/${id}/${path}`, foreign)).status).toBe(404)
  })
})

describe('a reusable link', () => {
  const json = {
    profile_id: 'walk-8',
    inspection: { tasks: ['damage_detection'], vehicle_type: 'van' },
    uses_max: 2,
  }

  it('201 makes an inspection for each device, and the next one once it has finished', async () => {
    const { body: link } = await service.call('POST', '/capture_links', { json })
    expect(link).toMatchObject({
      inspection_id: null,
      status: 'open',
      url: expect.stringContaining('/capture#'),
    })
    const secret = secretOf(link.url)
    const phone = await open(secret)
    expect((await open(secret, phone.device)).body.inspection_id).toBe(phone.body.inspection_id)
    await service.rows('update capture_sessions set finished_at = now() where link_id = $1', [link.id])
    const next = await open(secret, phone.device)
    expect(next.body.inspection_id).not.toBe(phone.body.inspection_id)
    expect((await openLink(service, createDevice(), secret)).body.code).toBe('capture_link_used_up')
    const { body } = await service.call('GET', `/inspections/${next.body.inspection_id}`)
    expect(body).toMatchObject({ owner_id: 'alder-manager', vehicle: { vehicle_type: 'van' } })
    expect((await service.call('GET', `/capture_links/${link.id}`)).body).toMatchObject({
      status: 'used_up',
      use_count: 2,
      finished_count: 1,
    })
    const listed = async (isReusable: boolean) =>
      (await service.call('GET', `/capture_links?is_reusable=${isReusable}`)).body.data
    expect((await listed(true)).map(({ id }: { id: string }) => id)).toEqual([link.id])
    expect((await listed(false)).every((one: { inspection_id: string | null }) => one.inspection_id)).toBe(
      true,
    )
  })

  it('403 without the permission for its tasks', async () => {
    expect((await service.call('POST', '/capture_links', { as: 'alder-reader', json })).status).toBe(403)
  })

  it('200 tells where to go at the end; 400 for an address that is none of the web', async () => {
    const return_url = 'https://app.example.com/returns/17?from=walk'
    const { secret, link } = await makeLink({ return_url })
    expect(link.return_url).toBe(return_url)
    expect((await (await open(secret)).get()).body.return_url).toBe(return_url)
    const id = await createInspection(service)
    for (const wrong of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//app.example.com',
      'https://bank.example@evil.example/',
    ]) {
      const answer = await service.call('POST', `/inspections/${id}/capture_links`, {
        json: { return_url: wrong },
      })
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'return_url'])
    }
  })
})
