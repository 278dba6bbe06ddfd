import type { Call } from './calls.ts'
import { createDevice, openLink, pictureForm, secretOf } from './capture-device.ts'
import { createCompared, createPair } from './comparisons.ts'
import { createImage, createInspection, imageForm, jpeg } from './factories.ts'
import { createLink, createObjection } from './objections.ts'
import type { Service } from './own-service.ts'

/** Sent by the manager, unless it is another account that may. */
export type Write = { method: string; path: string; as?: string; send?: () => Promise<Call> }

const json = (body: object) => async (): Promise<Call> => ({ json: body })

async function created(service: Service, path: string, body: object): Promise<string> {
  const answer = await service.call('POST', path, { json: body })
  if (answer.status !== 201)
    throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

const HOOD = { damage_type: 'scratch', part_type: 'hood' }
const HOOK = 'https://hooks.invalid/walkaround'
const PRICE = { pricing: 12.5, related_item_type: 'part', part_type: 'hood' }

/** One request of each writing operation that takes effect, on an inspection made for it. */
export const WRITES: Record<string, (service: Service) => Promise<Write>> = {
  createInspection: async () => ({ method: 'POST', path: '/inspections', send: json({ tasks: {} }) }),
  updateInspection: async (service) => ({
    method: 'PATCH',
    path: `/inspections/${await createInspection(service)}`,
    send: json({ additional_data: { a: 1 } }),
  }),
  updatePdfData: async (service) => ({
    method: 'PATCH',
    path: `/inspections/${await createInspection(service)}/pdf_data`,
    send: json({ comment: 'c' }),
  }),
  deleteInspection: async (service) => ({
    method: 'DELETE',
    path: `/inspections/${await createInspection(service)}`,
  }),
  validateInspection: async (service) => {
    const id = await createInspection(service)
    const task = `/inspections/${id}/tasks/compliances`
    for (const status of ['TODO', 'DONE']) await service.call('PATCH', task, { json: { status } })
    return { method: 'POST', path: `/inspections/${id}/validate` }
  },
  updateTask: async (service) => {
    const id = await createInspection(service)
    await createImage(service, id)
    return {
      method: 'PATCH',
      path: `/inspections/${id}/tasks/compliances`,
      send: json({ status: 'TODO' }),
    }
  },
  createTaskRun: async (service) => {
    const id = await createInspection(service)
    const task = `/inspections/${id}/tasks/compliances`
    for (const status of ['TODO', 'DONE']) await service.call('PATCH', task, { json: { status } })
    return { method: 'POST', path: `${task}/runs` }
  },
  replayTask: async (service) => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const task = `/inspections/${id}/tasks/compliances`
    for (const status of ['TODO', 'DONE']) await service.call('PATCH', task, { json: { status } })
    // What a worker records; none runs here, so that the replay is answered before it has ended.
    await service.rows(
      `insert into task_results (org_id, task_id, generation, image_id, result, origin)
       select org_id, id, generation, $2, '{}', 'test' from tasks where inspection_id = $1`,
      [id, image],
    )
    return { method: 'POST', path: `${task}/replay` }
  },
  updateVehicle: async (service) => ({
    method: 'PATCH',
    path: `/inspections/${await createInspection(service)}/vehicle`,
    send: json({ vin: 'V' }),
  }),
  createImage: async (service) => {
    const id = await createInspection(service)
    const bytes = await jpeg(7)
    return {
      method: 'POST',
      path: `/inspections/${id}/images`,
      send: async () => ({ form: imageForm(bytes) }),
    }
  },
  updateImage: async (service) => {
    const id = await createInspection(service)
    return {
      method: 'PATCH',
      path: `/inspections/${id}/images/${await createImage(service, id)}`,
      send: json({ additional_data: { a: 1 } }),
    }
  },
  deleteImage: async (service) => {
    const id = await createInspection(service)
    return { method: 'DELETE', path: `/inspections/${id}/images/${await createImage(service, id)}` }
  },
  deleteImages: async (service) => {
    const id = await createInspection(service)
    return {
      method: 'POST',
      path: `/inspections/${id}/images/delete`,
      send: json({ image_ids: [await createImage(service, id)] }),
    }
  },
  updateDamageArea: async (service) => {
    const id = await createInspection(service)
    return {
      method: 'PATCH',
      path: `/inspections/${id}/images/${await createImage(service, id)}/damage_areas`,
      send: json({ relevant_elements: ['front'] }),
    }
  },
  createDamage: async (service) => ({
    method: 'POST',
    path: `/inspections/${await createInspection(service)}/damages`,
    send: json(HOOD),
  }),
  updateDamage: async (service) => {
    const damages = `/inspections/${await createInspection(service)}/damages`
    return {
      method: 'PATCH',
      path: `${damages}/${await created(service, damages, HOOD)}`,
      send: json({ damage_type: 'dent', reason: 'r' }),
    }
  },
  deleteDamage: async (service) => {
    const damages = `/inspections/${await createInspection(service)}/damages`
    return { method: 'DELETE', path: `${damages}/${await created(service, damages, HOOD)}` }
  },
  restoreDamage: async (service) => {
    const damages = `/inspections/${await createInspection(service)}/damages`
    return restoreOf(service, `${damages}/${await created(service, damages, HOOD)}`)
  },
  createView: async (service) => viewOf(service),
  updateView: async (service) => {
    const { path, body } = await viewOf(service)
    return {
      method: 'PATCH',
      path: `${path}/${await created(service, path, body)}`,
      send: json({ bounding_box: { xmin: 5, ymin: 6, width: 7, height: 8 } }),
    }
  },
  restoreView: async (service) => {
    const { path, body } = await viewOf(service)
    return restoreOf(service, `${path}/${await created(service, path, body)}`)
  },
  deleteView: async (service) => {
    const { path, body } = await viewOf(service)
    return { method: 'DELETE', path: `${path}/${await created(service, path, body)}` }
  },
  createPricing: async (service) => ({
    method: 'POST',
    path: `/inspections/${await createInspection(service)}/pricing`,
    send: json(PRICE),
  }),
  updatePricing: async (service) => {
    const pricing = `/inspections/${await createInspection(service)}/pricing`
    return {
      method: 'PATCH',
      path: `${pricing}/${await created(service, pricing, PRICE)}`,
      send: json({ pricing: 44 }),
    }
  },
  deletePricing: async (service) => {
    const pricing = `/inspections/${await createInspection(service)}/pricing`
    return { method: 'DELETE', path: `${pricing}/${await created(service, pricing, PRICE)}` }
  },
  restorePricing: async (service) => {
    const pricing = `/inspections/${await createInspection(service)}/pricing`
    return restoreOf(service, `${pricing}/${await created(service, pricing, PRICE)}`)
  },
  createSeverity: async (service) => ({
    method: 'POST',
    path: `/inspections/${await createInspection(service)}/severity_pricing`,
    send: json({ label: 'hood', level: 2, pricing: 10 }),
  }),
  updateSeverity: async (service) => {
    const severities = `/inspections/${await createInspection(service)}/severity_pricing`
    return {
      method: 'PATCH',
      path: `${severities}/${await created(service, severities, { label: 'hood', level: 2 })}`,
      send: json({ pricing: 5 }),
    }
  },
  createEstimate: async (service) => ({
    method: 'POST',
    path: `/inspections/${await createInspection(service)}/estimate`,
    send: json({}),
  }),
  createStreamTicket: async (service) => ({
    method: 'POST',
    path: '/events/tickets',
    send: json({ inspection_id: await createInspection(service) }),
  }),
  createReport: async (service) => ({
    method: 'POST',
    path: `/inspections/${await createInspection(service)}/pdf`,
    send: json({ pricing: true, customer: 'c', client_name: 'n' }),
  }),
  createComparison: async (service) => ({
    method: 'POST',
    path: '/comparisons',
    send: json((await createPair(service)).json),
  }),
  createComparisonRun: async (service) => ({
    method: 'POST',
    path: `/comparisons/${(await createCompared(service)).id}/runs`,
  }),
  createComparisonReport: async (service) => ({
    method: 'POST',
    path: `/comparisons/${(await createCompared(service)).id}/pdf`,
    send: json({ language: 'de' }),
  }),
  updateComparisonPlace: async (service) => {
    const { id, place } = await createCompared(service)
    return {
      method: 'PATCH',
      path: `/comparisons/${id}/places/${place}`,
      send: json({ verdict: 'uncertain', reason: 'r' }),
    }
  },
  deleteComparison: async (service) => ({
    method: 'DELETE',
    path: `/comparisons/${(await createCompared(service)).id}`,
  }),
  updateComparisonSettings: async (service) => {
    const { body } = await service.call('GET', '/comparisons/settings')
    return {
      method: 'PATCH',
      path: '/comparisons/settings',
      send: json({ compares_returns: !body.compares_returns }),
    }
  },
  updateObjectionSettings: async (service) => {
    const { body } = await service.call('GET', '/objections/settings')
    return {
      method: 'PATCH',
      path: '/objections/settings',
      send: json({ answer_days: (body.answer_days % 365) + 1 }),
    }
  },
  updatePictureSettings: async (service) => {
    const { body } = await service.call('GET', '/pictures/settings')
    return {
      method: 'PATCH',
      path: '/pictures/settings',
      send: json({ keeps_own_plate: !body.keeps_own_plate }),
    }
  },
  openOriginal: async (service) => {
    const id = await createInspection(service)
    return {
      method: 'POST',
      path: `/inspections/${id}/images/${await createImage(service, id)}/open_original`,
      send: json({ reason: 'r' }),
    }
  },
  createObjectionLink: async (service) => ({
    method: 'POST',
    path: '/objection_links',
    send: json({ inspection_id: await createInspection(service) }),
  }),
  deleteObjectionLink: async (service) => {
    const { id } = await createLink(service, { inspection_id: await createInspection(service) })
    return { method: 'DELETE', path: `/objection_links/${id}` }
  },
  createObjectionDecision: async (service) => {
    const { id } = await createObjection(service, { inspection_id: await createInspection(service) })
    return {
      method: 'POST',
      path: `/objections/${id}/decisions`,
      send: json({ decision: 'rejected', reason: 'r' }),
    }
  },
  createWebhookEndpoint: async () => ({
    method: 'POST',
    path: '/webhook_endpoints',
    send: json({ url: HOOK }),
  }),
  updateWebhookEndpoint: (service) => webhookWrite(service, 'PATCH', '', { is_enabled: false }),
  deleteWebhookEndpoint: (service) => webhookWrite(service, 'DELETE', ''),
  rotateWebhookSecret: (service) => webhookWrite(service, 'POST', '/rotate_secret'),
  testWebhookEndpoint: (service) => webhookWrite(service, 'POST', '/test'),
  replayWebhookDelivery: async (service) => {
    const { path } = await webhookWrite(service, 'POST', '')
    const { body } = await service.call('POST', `${path}/test`)
    return { method: 'POST', path: `${path}/deliveries/${body.id}/replay` }
  },
  replayWebhookDeliveries: async (service) => {
    await createInspection(service)
    await service.rows('select publish_events(1000)')
    return webhookWrite(service, 'POST', '/replay', { since: '2020-01-01T00:00:00Z' })
  },
  rotateCallbackSecret: async () => ({ method: 'POST', path: '/webhook_endpoints/callback_secret/rotate' }),
  updateQuotas: async () => ({
    method: 'PATCH',
    path: '/quotas',
    as: 'alder-operator',
    send: json({ uploads_in_flight_max: 7 }),
  }),
  createCaptureLink: async (service) => ({
    method: 'POST',
    path: `/inspections/${await createInspection(service)}/capture_links`,
    send: json({ profile_id: 'walk-8' }),
  }),
  createReusableCaptureLink: async () => ({
    method: 'POST',
    path: '/capture_links',
    send: json({ inspection: { tasks: ['damage_detection'] } }),
  }),
  deleteCaptureLink: async (service) => {
    const { link } = await linkOf(service)
    return { method: 'DELETE', path: `/capture_links/${link}` }
  },
  createCapturePicture: async (service) => {
    const { path } = await linkOf(service)
    const bytes = await jpeg(8)
    return {
      method: 'POST',
      path: `${path}/pictures`,
      send: async () => ({ form: pictureForm(bytes, { step: 'around_000' }) }),
    }
  },
  updateCaptureReading: async (service) => {
    const { path } = await linkOf(service)
    await service.call('POST', `${path}/pictures`, { form: pictureForm(await jpeg(9), { step: 'plate' }) })
    return { method: 'PATCH', path: `${path}/readings/plate`, send: json({ value: 'AB-123-CD' }) }
  },
  finishCapture: async (service) => {
    const { path } = await linkOf(service)
    return { method: 'POST', path: `${path}/finish` }
  },
  createCaptureProfile: async () => ({ method: 'POST', path: '/capture_profiles', send: json(PROFILE) }),
  updateCaptureProfile: async (service) => ({
    method: 'PATCH',
    path: `/capture_profiles/${await created(service, '/capture_profiles', PROFILE)}`,
    send: json({ damages_max: 3 }),
  }),
  holdInspection: async (service) => ({
    method: 'POST',
    path: `/inspections/${await createInspection(service)}/hold`,
    send: json({ reason: 'r' }),
  }),
  releaseInspection: async (service) => {
    const path = `/inspections/${await createInspection(service)}/hold`
    await service.call('POST', path, { json: { reason: 'r' } })
    return { method: 'DELETE', path }
  },
  updateRetention: async (service) => {
    const { body } = await service.call('GET', '/retention')
    return {
      method: 'PATCH',
      path: '/retention',
      send: json({ inspections_days: (body.inspections_days ?? 3_650) + 1 }),
    }
  },
  createErasure: async (service) => ({
    method: 'POST',
    path: '/erasures',
    send: json({ inspection_id: await createInspection(service), reason: 'request' }),
  }),
  deleteCaptureProfile: async (service) => ({
    method: 'DELETE',
    path: `/capture_profiles/${await created(service, '/capture_profiles', PROFILE)}`,
  }),
}

const PROFILE = {
  name: 'Front',
  steps: ['around_000', 'plate'].map((step) => ({ step, is_required: false })),
}

/** The capture of an inspection whose link a device has opened. */
async function linkOf(service: Service): Promise<{ link: string; path: string }> {
  const inspection = await createInspection(service)
  const profile_id = await created(service, '/capture_profiles', PROFILE)
  const path = `/inspections/${inspection}`
  const { body } = await service.call('POST', `${path}/capture_links`, { json: { profile_id } })
  await openLink(service, createDevice(), secretOf(body.url))
  return { link: body.id, path: `${path}/capture` }
}

/** At an endpoint made for it. Its address leads nowhere, so that nothing is sent from here. */
async function webhookWrite(service: Service, method: string, path: string, body?: object): Promise<Write> {
  const id = await created(service, '/webhook_endpoints', { url: HOOK })
  return { method, path: `/webhook_endpoints/${id}${path}`, ...(body ? { send: json(body) } : {}) }
}

async function restoreOf(service: Service, path: string): Promise<Write> {
  await service.call('DELETE', path)
  return { method: 'POST', path: `${path}/restore`, send: json({ reason: 'r' }) }
}

async function viewOf(service: Service) {
  const id = await createInspection(service)
  const body = {
    image_id: await createImage(service, id),
    damage_id: await created(service, `/inspections/${id}/damages`, HOOD),
    bounding_box: { xmin: 1, ymin: 2, width: 30, height: 40 },
  }
  return { method: 'POST', path: `/inspections/${id}/views`, body, send: json(body) }
}
