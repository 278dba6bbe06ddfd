import sharp from 'sharp'
import { EXAMPLE_PICTURE_URL, EXAMPLE_REPORT_URL, EXAMPLE_VALUES } from '../src/core/contracts/examples.ts'
import type { CompleteExample } from '../src/http/openapi/examples.ts'
import { makeCheckpoints } from './audit.ts'
import type { Answer } from './calls.ts'
import { callAsHolder, createDevice, openLink, pictureForm, secretOf } from './capture-device.ts'
import { createAnalyzed, createComparison, plantPlace } from './comparisons.ts'
import { createInspection, imageForm, jpeg, waitFor } from './factories.ts'
import { createLink, createObjection } from './objections.ts'
import type { Service } from './own-service.ts'

const PDF = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
)

/** What examples name and what it is in the running service, longest first so that no replacement cuts into another. */
export type World = [inExample: string, real: string][]

/** An inspection with one of each thing that examples speak of. */
export async function createWorld(service: Service): Promise<World> {
  const inspection = await createInspection(service, {
    tasks: { damage_detection: { status: 'NOT_STARTED' } },
    vehicle: {
      brand: 'Alpine',
      model: 'A110',
      plate: 'AB-123-CD',
      vin: 'VFAAAAAAAAA000001',
      vehicle_type: 'coupe',
    },
    additional_data: { dossier: '2026-0815' },
  })
  const at = `/inspections/${inspection}`
  const fields = { tasks: ['damage_detection'], additional_data: { sight_id: 'fesc20-H1dfdfvH' } }
  const form = imageForm(await plainPicture(), fields)
  const { id: image } = (await service.call('POST', `${at}/images`, { form })).body
  const post = async (path: string, json: object): Promise<Record<string, never>> => {
    const answer = await service.call('POST', `${at}${path}`, { json })
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const damage = await post('/damages', { damage_type: 'scratch', part_type: 'hood' })
  const view = await post('/views', {
    image_id: image,
    damage_id: damage.id,
    bounding_box: { xmin: 40, ymin: 60, width: 120, height: 45 },
  })
  const pricing = await post('/pricing', { pricing: 180, related_item_type: 'part', part_type: 'hood' })
  const checked = 'select 1 from images where id = $1 and compliances is not null'
  await waitFor('the quality check', async () => (await service.rows(checked, [image])).length > 0)
  const { body: whole } = await service.call('GET', at)
  const [picture = ''] = [whole.images[0].path]
  const [, , , , , signature, keyId, expires] = picture.split('/')
  return pairs({
    inspection_id: inspection,
    image_id: image,
    damage_id: damage.id,
    part_id: whole.parts[0].id,
    view_id: view.id,
    pricing_id: pricing.id,
    vehicle_id: whole.vehicle.id,
    task_id: whole.tasks.find((task: { name: string }) => task.name === 'damage_detection').id,
    picture_signature: signature,
    key_id: keyId,
    expires,
    picture_url: picture,
  })
}

function pairs(real: Record<string, string | undefined>): World {
  const inExamples: Record<string, string> = {
    ...EXAMPLE_VALUES,
    picture_url: EXAMPLE_PICTURE_URL,
    report_url: EXAMPLE_REPORT_URL,
  }
  return Object.entries(real)
    .map(([name, value]): [string, string] => [inExamples[name] ?? '', value ?? ''])
    .toSorted(([a], [b]) => b.length - a.length)
}

const { damage_id, view_id, pricing_id } = EXAMPLE_VALUES

/** What an example takes for deleted. */
const DELETED: Record<string, string> = {
  'damage deleted': `damages/${damage_id}`,
  'view deleted': `views/${view_id}`,
  'pricing deleted': `pricing/${pricing_id}`,
}

/** Makes true what the example takes for granted, and returns the world with what that added to it. */
export async function prepare(service: Service, world: World, example: CompleteExample): Promise<World> {
  const at = `/inspections/${substitute(world, EXAMPLE_VALUES.inspection_id)}`
  if (example.after === 'report requested')
    await service.call('POST', `${at}/pdf`, { json: { pricing: true, language: 'en' } })
  if (example.after === 'task done' || example.after === 'task replayed')
    return withReplay(service, world, at, example.after)
  if (example.after === 'inspection done')
    for (const name of ['damage_detection', 'compliances'])
      for (const status of ['TODO', 'DONE'])
        await service.call('PATCH', `${at}/tasks/${name}`, { json: { status } })
  if (example.after === 'damages rendered') return withRendering(service, world, at)
  if (example.after === 'estimate made') await service.call('POST', `${at}/estimate`, { json: {} })
  if (example.after === 'report made') return withReport(service, world, at)
  if (example.after === 'webhook endpoint registered' || example.after === 'webhook endpoint tested')
    return withWebhook(service, world, example.after)
  if (isComparing(example.after)) return withComparison(service, world, at, example.after)
  if (example.after === 'inspection erased') return withErasure(service, world)
  if (example.after === 'inspection held')
    await service.call('POST', `${at}/hold`, { json: { reason: 'Claim 4711 is before a court.' } })
  if (example.after === 'audit checkpoint made') await makeCheckpoints(service, 2)
  if (example.after?.startsWith('objection')) return withObjection(service, world, example.after)
  if (example.after?.startsWith('capture')) return withCapture(service, world, at, example.after)
  const deleted = DELETED[example.after ?? '']
  if (deleted) await service.call('DELETE', `${at}/${substitute(world, deleted)}`)
  if (example.after !== 'report uploaded') return world
  const form = fileForm({ pdf_post_strategy: 'upload' }, { part: 'pdf_data', name: 'report.pdf' }, PDF)
  await service.call('POST', `${at}/pdf`, { form })
  const { body } = await service.call('GET', `${at}/pdf`)
  const [, , , , , signature, keyId, expires] = body.pdf_url.split('/')
  const added = pairs({
    report_id: body.report_id,
    report_signature: signature,
    key_id: keyId,
    expires,
    report_url: body.pdf_url,
  })
  return [...added, ...world].toSorted(([a], [b]) => b.length - a.length)
}

const COMPARING = [
  'two inspections analyzed',
  'inspections compared',
  'comparison decided',
  'comparison printed',
] as const
type Comparing = (typeof COMPARING)[number]
const isComparing = (after: string | undefined): after is Comparing =>
  COMPARING.some((each) => each === after)

/** Another inspection whose damages are known, and where it is wanted the two compared, with evidence on both sides. */
async function withComparison(service: Service, world: World, at: string, after: Comparing): Promise<World> {
  const earlier = await createAnalyzed(service)
  for (const status of ['TODO', 'DONE'])
    await service.call('PATCH', `${at}/tasks/damage_detection`, { json: { status } })
  const known = (real: Record<string, string>): World =>
    [...pairs(real), ...world].toSorted(([a], [b]) => b.length - a.length)
  if (after === 'two inspections analyzed') return known({ earlier_inspection_id: earlier.id })
  const later_inspection_id = at.split('/')[2] ?? ''
  const id = await createComparison(service, { earlier_inspection_id: earlier.id, later_inspection_id })
  await waitFor('the comparison', async () => {
    const { body } = await service.call('GET', `/comparisons/${id}`)
    return body.status === 'DONE'
  })
  // Whatever the method finds on these pictures.
  await service.rows('delete from comparison_places where comparison_id = $1 and later is null', [id])
  await service.rows(
    `update comparisons set models = '[{"name": "m", "version": "1", "digest": "d"}]', signals = '[
       {"signal": "time_unknown", "earlier_image_id": null, "later_image_id": "i", "values": {"source": "upload"}}]'
     where id = $1`,
    [id],
  )
  const place = await plantPlace(service, id, earlier.image_id)
  if (after === 'comparison decided')
    await service.call('PATCH', `/comparisons/${id}/places/${place}`, {
      json: { verdict: 'uncertain', reason: 'a reflection at hand-over' },
    })
  const made = { earlier_inspection_id: earlier.id, comparison_id: id, place_id: place }
  if (after !== 'comparison printed') return known(made)
  const { report_id, pdf_url } = await printReport(service, `/comparisons/${id}/pdf`)
  return known({ ...made, report_id, report_url: pdf_url })
}

async function withErasure(service: Service, world: World): Promise<World> {
  const erased = await createInspection(service)
  const { body } = await service.call('POST', '/erasures', {
    json: { inspection_id: erased, reason: 'request' },
  })
  await waitFor('the erasure', async () => {
    const answer = await service.call('GET', `/erasures/${body.id}`)
    return answer.body.status === 'DONE'
  })
  return [...pairs({ erasure_id: body.id }), ...world]
}

/** A report that the service made itself. */
async function withReport(service: Service, world: World, at: string): Promise<World> {
  const { report_id, pdf_url } = await printReport(service, `${at}/pdf`)
  return [...pairs({ report_id, report_url: pdf_url }), ...world]
}

async function printReport(service: Service, path: string): Promise<{ report_id: string; pdf_url: string }> {
  await service.call('POST', path, { json: { language: 'en' } })
  return waitFor('the report', async () => {
    const { status, body } = await service.call('GET', path)
    return status === 200 && body
  })
}

/** A task that has ended, and where it is wanted a replay of it. */
async function withReplay(
  service: Service,
  world: World,
  at: string,
  after: 'task done' | 'task replayed',
): Promise<World> {
  const task = `${at}/tasks/compliances`
  await service.call('PATCH', task, { json: { status: 'TODO' } })
  await waitFor('the task to end', async () => (await service.call('GET', task)).body.status === 'DONE')
  if (after === 'task done') return world
  const { body } = await service.call('POST', `${task}/replay`)
  return [...pairs({ replay_id: body.id }), ...world].toSorted(([a], [b]) => b.length - a.length)
}

/** A receiver of events, and where it is wanted two test events, so that a page of one has a next page. */
async function withWebhook(
  service: Service,
  world: World,
  after: 'webhook endpoint registered' | 'webhook endpoint tested',
): Promise<World> {
  const json = { url: 'https://hooks.invalid/walkaround', description: 'd', event_types: ['report.done'] }
  const { body } = await service.call('POST', '/webhook_endpoints', { json })
  const at = `/webhook_endpoints/${body.id}`
  const real: Record<string, string> = { webhook_endpoint_id: body.id }
  if (after === 'webhook endpoint tested') {
    await service.call('POST', `${at}/test`)
    real.webhook_delivery_id = (await service.call('POST', `${at}/test`)).body.id
  }
  return [...pairs(real), ...world].toSorted(([a], [b]) => b.length - a.length)
}

/** Two of each, so that a page of one has a next page. */
async function withObjection(service: Service, world: World, after: string): Promise<World> {
  const json = { inspection_id: substitute(world, EXAMPLE_VALUES.inspection_id) }
  if (after === 'objection link created') {
    await createLink(service, json)
    return [...pairs({ objection_link_id: (await createLink(service, json)).id }), ...world]
  }
  await createObjection(service, json)
  const pictures = new Blob([new Uint8Array(await jpeg(801))])
  const text = 'This scratch was there when I picked the car up.'
  const { id, link } = await createObjection(service, json, { text, pictures })
  const { body } = await service.call('GET', `/objections/${id}`)
  const [picture] = body.pictures
  const added = { objection_id: id, objection_link_id: link.id, objection_picture_id: picture.id }
  return [...pairs(added), ...world]
}

/** A profile, or two links so that a page of one has a next page; the second is opened, and has all its pictures. */
async function withCapture(service: Service, world: World, at: string, after: string): Promise<World> {
  if (after === 'capture profile created') {
    const json = { name: 'Front', steps: [{ step: 'around_000' }], consent: { en: 'Agree?' } }
    const { body } = await service.call('POST', '/capture_profiles', { json })
    return [...pairs({ profile_id: body.id }), ...world]
  }
  const json = { profile_id: 'walk-8', language: 'de' }
  await service.call('POST', `${at}/capture_links`, { json })
  const { body: link } = await service.call('POST', `${at}/capture_links`, { json })
  const device = createDevice()
  const secret = secretOf(link.url)
  const url = `${service.url}/v1/capture_sessions`
  const device_proof = device.prove({ method: 'POST', url, secret })
  if (after !== 'capture link created') {
    const { body } = await openLink(service, device, secret)
    const { body: capture } = await service.call('GET', `${at}/capture`)
    const taken: Record<string, string[]> = {
      'capture complete': capture.missing,
      'capture plate taken': ['plate'],
    }
    for (const [n, step] of (taken[after] ?? []).entries())
      await callAsHolder(service, device, body.token, 'POST', `${at}/capture/pictures`, {
        form: pictureForm(await jpeg(700 + n), { step }),
      })
    await waitFor('the checks', async () => {
      const { steps } = (await service.call('GET', `${at}/capture`)).body
      return steps.every(({ verdict }: { verdict: string }) => verdict !== 'checking')
    })
  }
  return [...pairs({ capture_link_id: link.id, link_secret: secret, device_proof }), ...world]
}

/** What damage detection records, without the models. */
async function withRendering(service: Service, world: World, at: string): Promise<World> {
  const real = (id: string) => substitute(world, id)
  await service.rows(
    `insert into rendered_outputs (org_id, inspection_id, id, image_id, description, instructions)
     values ($1, $2, gen_random_uuid(), $3, 'rendering of detected damages', '{"kind": "regions", "regions": []}')`,
    [EXAMPLE_VALUES.org_id, real(EXAMPLE_VALUES.inspection_id), real(EXAMPLE_VALUES.image_id)],
  )
  const { body } = await service.call('GET', at)
  const [output] = body.images[0].rendered_outputs
  const [, , , , , signature, keyId, expires] = output.path.split('/')
  const added = pairs({
    rendered_output_id: output.id,
    rendered_output_signature: signature,
    key_id: keyId,
    expires,
  })
  return [...added, ...world].toSorted(([a], [b]) => b.length - a.length)
}

/** The example's values replaced by those of the world, in any JSON. */
function substitute<T>(world: World, value: T): T {
  let text = JSON.stringify(value) ?? 'null'
  for (const [inExample, real] of world) text = text.replaceAll(inExample, real)
  return JSON.parse(text)
}

function fileForm(json: object, file: { part: string; name: string }, bytes: Buffer): FormData {
  const form = new FormData()
  form.set('json', JSON.stringify(json))
  form.set(file.part, new Blob([new Uint8Array(bytes)]), file.name)
  return form
}

let pictures = 0

/** Another one each time, and surely without a vehicle: on a pattern the detector may be unsure and say nothing. */
function plainPicture(): Promise<Buffer> {
  const background = { r: 120, g: 120, b: pictures++ % 256 }
  return sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Sends the example's request to the path, with the things of the world in it. */
export async function send(
  service: Service,
  world: World,
  { method, path }: { method: string; path: string },
  example: CompleteExample,
): Promise<Answer> {
  const values: Record<string, string> = { ...EXAMPLE_VALUES, ...example.path }
  const filled = path.replace(/^\/v1/, '').replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? '')
  const query = example.query ? `?${new URLSearchParams(substitute(world, example.query))}` : ''
  const body = substitute(world, example.body ?? {})
  const bytes = example.file?.holds === 'pdf' ? PDF : await plainPicture()
  return service.call(method, substitute(world, filled) + query, {
    as: example.as === null ? null : `alder-${example.as ?? 'manager'}`,
    headers: substitute(world, example.headers ?? {}),
    ...(example.file ? { form: fileForm(body, example.file, bytes) } : {}),
    ...(example.body && !example.file ? { json: body } : {}),
  })
}
