import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExpectStatic } from 'vitest'
import { PUBLIC } from '../../../testing/public-address.ts'
import { tokenOf } from '../../../testing/tokens.ts'
import { uuidv7 } from '../../src/core/platform/uuid.ts'
import type { Answer, Call } from '../calls.ts'
import { imageForm, jpeg, waitFor } from '../factories.ts'
import { type Service, startOwnService } from '../own-service.ts'
import { BOX, DAMAGE, ENTITIES, IMAGE, INSPECTION, POLYGONS, UPLOAD } from './sent.ts'

// It plays the public internet; everything else on this machine stays private.

export type World = Awaited<ReturnType<typeof createWorld>>

/** One of each thing the specification speaks of, made over HTTP in its own words. */
export async function createWorld(expect: ExpectStatic) {
  const pictures = await servePictures()
  const service = await startOwnService({
    egress: {
      allowHttp: true,
      ports: [pictures.port, 443],
      judge: (address) => address === PUBLIC,
      lookup: async () => [{ address: PUBLIC, family: 4 }],
    },
  })
  const close = async () => {
    await service.stop()
    pictures.close()
  }
  try {
    await service.startWorker()
    const calls = callsOf(service)
    return {
      expect,
      service,
      ...calls,
      ...pictures,
      ...(await createMainInspection(calls, pictures)),
      byStatus: await inspectionsByStatus(calls),
      album: await createAlbum(service, calls),
      close,
    }
  } catch (error) {
    // Nobody gets a world to close; its worker would run on.
    await close()
    throw error
  }
}

/** The inspection most rows look at, with a picture of each origin, a damage and a view. */
async function createMainInspection(calls: Calls, pictures: Pictures) {
  const related = await calls.newInspection()
  const images = [{ ...IMAGE, acquisition: pictures.acquisition(1) }]
  const created = await calls.make('POST', '/inspections', {
    json: { ...INSPECTION, relatedInspectionId: related, images },
  })
  const id: string = created.result
  const at = `/inspections/${id}`
  const acquisition = { strategy: 'upload_multipart_form_keys', fileKey: 'papers.jpg' }
  const uploaded = await calls.make('POST', `${at}/images`, {
    form: imageForm(await jpeg(2), { ...UPLOAD, acquisition }, 'papers.jpg'),
  })
  const imageId: string = created.entities.inspections[id].images[0]
  const damaged = await calls.make('POST', `${at}/damages`, { json: DAMAGE })
  const viewed = await calls.make('POST', `${at}/views`, {
    json: { imageId, damageId: damaged.result, polygons: POLYGONS, boundingBox: BOX },
  })
  const checked = await checkedImage(calls, `${at}/images/${imageId}`)
  const read = await calls.make('GET', at)
  return { related, created, id, at, uploaded, imageId, damaged, viewed, checked, read }
}

/** The quality check runs in the worker. */
async function checkedImage({ make }: Calls, path: string) {
  const look = async () => {
    const { entities, result } = await make('GET', path)
    const image = entities.images[result]
    return image.compliances.image_quality_assessment.status === 'DONE' && image
  }
  return waitFor('the quality check', look)
}

type Calls = ReturnType<typeof callsOf>
type Pictures = Awaited<ReturnType<typeof servePictures>>

function callsOf(service: Service) {
  let picture = 10
  /** In the specification's form. */
  const ask = (method: string, path: string, call: Call = {}): Promise<Answer> =>
    service.call(method, path, { ...call, headers: { accept: ENTITIES, ...call.headers } })
  /** The body of an answer that must be a success. */
  const make = async (method: string, path: string, call: Call = {}): Promise<Answer['body']> => {
    const { status, body } = await ask(method, path, call)
    if (status > 299) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  return {
    ask,
    make,
    newInspection: async (body: object = { tasks: {} }, as = 'alder-manager'): Promise<string> =>
      (await make('POST', '/inspections', { json: body, as })).result,
    /** Adds a picture that no other call has sent. */
    addImage: async (inspectionId: string, fields: object = {}) =>
      ask('POST', `/inspections/${inspectionId}/images`, { form: imageForm(await jpeg(++picture), fields) }),
    /** Ids of a list that is long enough to hold everything in this world. */
    listIds: async (query = '', as = 'alder-manager'): Promise<string[]> =>
      (await make('GET', `/inspections?limit=500${query}`, { as })).result,
    claimsOf,
    subjectOf: async (account: string): Promise<string> => (await claimsOf(account)).sub,
    bearer: async (account: string) => `Bearer ${await tokenOf(account)}`,
    /** The token with other claims and the signature it had. */
    altered: async (account: string, claims: object) => {
      const [head, , signature] = (await tokenOf(account)).split('.')
      const payload = JSON.stringify({ ...(await claimsOf(account)), ...claims })
      return [head, Buffer.from(payload).toString('base64url'), signature].join('.')
    },
    waitFor,
  }
}

async function claimsOf(account: string): Promise<{ sub: string; exp: number }> {
  const [, payload = ''] = (await tokenOf(account)).split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

/** Answers `/{n}.jpg` with a picture of its own for each number. */
async function servePictures() {
  const host = createServer(async (request, response) => {
    const seed = Number(/^\/(\d+)\.jpg$/.exec(request.url ?? '')?.[1])
    if (Number.isNaN(seed)) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(await jpeg(seed))
  })
  host.listen(0, PUBLIC)
  await once(host, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = host.address() as AddressInfo
  return {
    port,
    acquisition: (picture: number) => ({
      strategy: 'download_from_url',
      url: `http://pictures.example.com:${port}/${picture}.jpg`,
    }),
    close: () => host.close(),
  }
}

/** An inspection in each status it can have. */
async function inspectionsByStatus({ make, newInspection, waitFor }: Calls) {
  // The first waits for a person and nobody starts the second, so that the inspection stays in progress.
  const tasks = { tasks: { dashboard_ocr: {}, damage_detection: {} } }
  const move = async (id: string, name: string, ...statuses: string[]) => {
    for (const status of statuses)
      await make('PATCH', `/inspections/${id}/tasks/${name}`, { json: { status } })
    return id
  }
  // There is no price table for this region.
  const priced = { tasks: { repair_estimate: { region: 'atlantis' } } }
  const failed = await move(await newInspection(priced), 'repair_estimate', 'TODO')
  await waitFor('the task to fail', async () => {
    const { entities } = await make('GET', `/inspections/${failed}`)
    return entities.inspections[failed].status === 'ERROR'
  })
  return {
    NOT_STARTED: await newInspection(tasks),
    IN_PROGRESS: await move(await newInspection(tasks), 'dashboard_ocr', 'TODO'),
    DONE: await move(await newInspection(), 'compliances', 'TODO', 'DONE'),
    ERROR: failed,
    VALIDATED: await move(await newInspection(), 'compliances', 'TODO', 'DONE', 'VALIDATED'),
  }
}

/** More images than a page holds by default. They are only listed, so their rows are enough. */
async function createAlbum(service: Service, { newInspection }: Calls) {
  const id = await newInspection()
  const images = Array.from({ length: 101 }, () => uuidv7())
  await service.rows(
    `insert into images (org_id, inspection_id, id, mimetype, image_width, image_height, binary_size, sha256)
     select org_id, id, unnest($2::uuid[]), 'image/jpeg', 320, 240, 1000, repeat('0', 64) from inspections where id = $1`,
    [id, images],
  )
  return { path: `/inspections/${id}/images`, newestFirst: images.toReversed() }
}
