import sharp from 'sharp'
import { EXAMPLE_PICTURE_URL, EXAMPLE_REPORT_URL, EXAMPLE_VALUES } from '../src/contracts/examples.ts'
import type { CompleteExample } from '../src/openapi/examples.ts'
import { createInspection, imageForm, waitFor } from './factories.ts'
import type { Answer, Service } from './service.ts'

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
  const whole = await waitFor('the quality check', async () => {
    const { body } = await service.call('GET', at)
    return body.images[0].compliances && body
  })
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

/** A report that the service made itself. */
async function withReport(service: Service, world: World, at: string): Promise<World> {
  await service.call('POST', `${at}/pdf`, { json: { language: 'en' } })
  const report = await waitFor('the report', async () => {
    const { status, body } = await service.call('GET', `${at}/pdf`)
    return status === 200 && body
  })
  return [...pairs({ report_id: report.report_id, report_url: report.pdf_url }), ...world]
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
    headers: example.headers ?? {},
    ...(example.file ? { form: fileForm(body, example.file, bytes) } : {}),
    ...(example.body && !example.file ? { json: body } : {}),
  })
}
