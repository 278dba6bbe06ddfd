import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpeg } from '../../server/test/factories.ts'
import { type Service, startOwnService } from '../../server/test/own-service.ts'
import { pdf } from '../../server/test/reports.ts'
import { AUDIENCE, type Issuer, startIssuer } from '../../testing/issuer.ts'
import { tokenOf } from '../../testing/tokens.ts'
import {
  type Client,
  createClient,
  createDamage,
  createInspection,
  createReport,
  createView,
  deleteDamage,
  deleteInspection,
  getInspection,
  getPicture,
  getReportFile,
  getTask,
  getThumbnail,
  listHistory,
  listImages,
  listInspections,
  listTasks,
  type Progress,
  restoreDamage,
  streamInspectionEvents,
  updateDamage,
  updatePdfData,
  updateTask,
  updateVehicle,
  uploadImage,
  uploadReport,
  waitForReport,
  waitForTask,
} from '../src/walkaround.ts'

let service: Service
let client: Client
let worker: Promise<unknown>
beforeAll(async () => {
  service = await startOwnService({ why: 'no other file runs in its process' })
  // It loads its models meanwhile; only what waits for a result needs it.
  worker = service.startWorker()
  client = createClient({ baseUrl: service.url, token: () => tokenOf('alder-manager') })
})
afterAll(() => service.stop())

let pictures = 0
const picture = async () => new Blob([new Uint8Array(await jpeg(++pictures))], { type: 'image/jpeg' })
const inspectionOf = async (tasks = {}) => (await createInspection(client, { tasks })).result
const sha256 = async (blob: Blob) =>
  createHash('sha256')
    .update(new Uint8Array(await blob.arrayBuffer()))
    .digest('hex')

/** The service signs addresses of its public name, under which the tests do not find it. */
const here = (address: string | null = '') => service.url + new URL(address ?? '').pathname

describe('the sequence of the specification', () => {
  it('goes from an inspection to its report', async () => {
    await worker
    const { result: id, entities } = await createInspection(client, {
      tasks: { damage_detection: {} },
      vehicle: { brand: 'Peugeot', mileage: { value: 48_210, unit: 'km' } },
      inspectionType: 'claim',
      additionalData: { own_key: 1 },
    })
    expect(entities.inspections[id]?.additionalData).toEqual({ own_key: 1 })
    expect(Object.values(entities.vehicles)[0]?.mileage).toEqual({ value: 48_210, unit: 'km' })

    const file = await picture()
    const steps: Progress[] = []
    const image = await uploadImage(
      client,
      id,
      file,
      {
        tasks: [{ name: 'compliances', waitForResult: true }],
        compliances: { coverage360: { sightId: 'mine' } },
      },
      { onProgress: (step) => steps.push(step) },
    )
    const stored = image.entities.images[image.result]
    expect(stored?.sha256).toBe(await sha256(file))
    expect(stored?.compliances).toMatchObject({ coverage_360: { sight_id: 'mine' } })
    expect(steps.at(-1)?.sentBytes).toBe(steps.at(-1)?.totalBytes)
    expect((await getPicture(client, here(stored?.path))).type).toBe('image/jpeg')
    expect((await getThumbnail(client, { imageUrl: stored?.path ?? '', width: '50' })).size).toBeGreaterThan(
      100,
    )

    await updateTask(client, id, 'compliances', { status: 'TODO' })
    const task = await waitForTask(client, id, 'compliances')
    expect(task.entities.tasks[task.result]?.status).toBe('DONE')

    const damage = await createDamage(client, id, { damageType: 'dent', partType: 'hood' })
    const view = await createView(client, id, {
      damageId: damage.result,
      imageId: image.result,
      boundingBox: { xmin: 1, ymin: 1, width: 20, height: 20 },
    })
    expect(view.entities.views[view.result]).toMatchObject({ damageId: damage.result, imageId: image.result })
    await updatePdfData(client, id, { agentFirstName: 'Ada', comment: 'a dent' })
    await createReport(client, id, { language: 'en' })
    const report = await waitForReport(client, id)
    const address = here(report.entities.reports[report.result]?.pdfUrl)
    expect(await (await getReportFile(client, address)).slice(0, 5).text()).toBe('%PDF-')

    const whole = await getInspection(client, id)
    expect(whole.entities.inspections[id]).toMatchObject({ images: [image.result], damages: [damage.result] })
    expect(whole.entities.damages[damage.result]?.partType).toBe('hood')
    expect((await deleteInspection(client, id)).entities.inspections[id]).toEqual({ id, deleted: true })
  })

  it('takes a report of somebody else', async () => {
    const id = await inspectionOf()
    const { result, entities } = await uploadReport(client, id, new Blob([new Uint8Array(pdf('mine'))]))
    expect(entities.reports[result]).toMatchObject({ inspectionId: id, status: 'DONE' })
  })

  it('takes a picture with a view', async () => {
    const id = await inspectionOf()
    const damage = await createDamage(client, id, { damageType: 'dent', partType: 'hood' })
    const acquisition = { strategy: 'upload_multipart_form_keys', fileKey: 'image' } as const
    const boundingBox = { xmin: 1, ymin: 1, width: 20, height: 20 }
    const body = { damageId: damage.result, newImage: { acquisition }, boundingBox }
    const { entities, result } = await createView(client, id, body, { file: await picture() })
    expect(entities.views[result]?.imageId).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('lists', () => {
  it('are looped over to their end, each record once', async () => {
    const id = await inspectionOf()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await uploadImage(client, id, await picture())).result)
    const found: string[] = []
    for await (const image of listImages(client, id, { limit: 2, paginationOrder: 'asc' }))
      found.push(image.id)
    expect(found).toEqual(ids)
    const page = await listImages(client, id, { limit: 2 })
    expect(page.result.length).toBe(2)
    const entries: string[] = []
    for await (const entry of listHistory(client, id, { limit: 3 })) entries.push(String(entry.type))
    expect(entries.filter((type) => type === 'image.created').length).toBe(5)
    for await (const inspection of listInspections(client, { ownershipFilter: 'organization_resources' }))
      if (inspection.id === id) return
    throw new Error('the inspection is not in the list')
  })

  it('of tasks are by id', async () => {
    const id = await inspectionOf({ damage_detection: {}, images_ocr: {} })
    const { result, entities } = await listTasks(client, id)
    expect(result.map((task) => entities.tasks[task]?.name).toSorted()).toEqual([
      'compliances',
      'damage_detection',
      'images_ocr',
    ])
  })
})

describe('errors', () => {
  it('of the service are told by their code', async () => {
    const id = await inspectionOf()
    await expect(getInspection(client, 'nothing')).rejects.toMatchObject({ code: 'not_found', status: 404 })
    await expect(getTask(client, id, 'nonsense')).rejects.toMatchObject({ status: expect.any(Number) })
    // @ts-expect-error: the type is refused by the compiler too
    const wrong = createDamage(client, id, { damageType: 'nonsense', partType: 'hood' })
    await expect(wrong).rejects.toMatchObject({
      code: 'request_invalid',
      requestId: expect.stringMatching(/./),
      errors: [{ field: 'damage_type', message: expect.stringContaining('dent') }],
    })
    const stranger = createClient({ baseUrl: service.url, token: 'nonsense' })
    await expect(getInspection(stranger, id)).rejects.toMatchObject({
      code: 'token_undecodable',
      status: 401,
    })
  })

  it('of a version that is no longer the last one', async () => {
    const id = await inspectionOf()
    const { result, entities } = await createDamage(client, id, { damageType: 'dent', partType: 'hood' })
    const version = entities.damages[result]?.version ?? 0
    await updateDamage(client, id, result, { damageType: 'scratch' }, { version })
    await expect(
      updateDamage(client, id, result, { damageType: 'smash' }, { version }),
    ).rejects.toMatchObject({
      code: 'version_stale',
    })
    await deleteDamage(client, id, result, { reason: 'a reflection' })
    const restored = await restoreDamage(client, id, result)
    expect(restored.entities.damages[result]?.damageType).toBe('scratch')
  })

  it('of a report that nobody asked for', async () => {
    const id = await inspectionOf()
    await expect(waitForReport(client, id)).rejects.toMatchObject({ code: 'report_not_requested' })
  })
})

describe('a repeated write', () => {
  it('with the same key has one effect', async () => {
    const options = { idempotencyKey: `key-${Math.random()}` }
    const body = { tasks: {}, additionalData: { only: 'once' } }
    const first = await createInspection(client, body, options)
    const again = await createInspection(client, body, options)
    expect(again.result).toBe(first.result)
    await expect(createInspection(client, { tasks: {} }, options)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
  })
})

describe('a stream', () => {
  it('tells what happens, and goes on behind what was told before', async () => {
    const id = await inspectionOf()
    const hangUp = new AbortController()
    const options = { signal: hangUp.signal }
    const types: string[] = []
    const positions: string[] = []
    // The stream begins with what happens from now on, so something must go on happening until it is open.
    const painting = setInterval(() => void updateVehicle(client, id, { color: `red ${Math.random()}` }), 300)
    for await (const event of streamInspectionEvents(client, id, {}, options)) {
      types.push(event.type)
      positions.push(event.position)
      break
    }
    clearInterval(painting)
    expect(types).toEqual(['vehicle.updated'])
    await createDamage(client, id, { damageType: 'dent', partType: 'hood' })
    const found: string[] = []
    for await (const event of streamInspectionEvents(
      client,
      id,
      {},
      { ...options, after: positions[0] ?? '' },
    )) {
      found.push(event.type)
      if (event.type === 'damage.created') hangUp.abort()
    }
    expect(found.filter((type) => type !== 'vehicle.updated')).toEqual(['damage.created'])
  })
})

describe('a token that expires', () => {
  let issuer: Issuer
  let other: Service
  beforeAll(async () => {
    issuer = await startIssuer()
    other = await startOwnService({ settings: { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE } })
  })
  afterAll(async () => {
    await other.stop()
    await issuer.close()
  })

  it('is renewed, and the call goes on under its key', async () => {
    const permissions = ['create', 'read', 'write', 'update'].map(
      (verb) => `monk_core_api:inspections:${verb}`,
    )
    const past = Math.floor(Date.now() / 1000) - 7200
    const tokens = [issuer.issue({ permissions, iat: past, exp: past + 3600 }), issuer.issue({ permissions })]
    let asked = 0
    const renewing = createClient({ baseUrl: other.url, token: async () => tokens[asked++] ?? '' })
    const made = await Promise.all(Array.from({ length: 5 }, () => createInspection(renewing, { tasks: {} })))
    expect(asked).toBe(2)
    expect(new Set(made.map(({ result }) => result)).size).toBe(5)
    expect(await other.rows('select count(*)::int as n from inspections')).toEqual([{ n: 5 }])
  })
})
