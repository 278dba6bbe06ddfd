/** Compiled, never run: what the compiler must accept, and what it must refuse. */
import {
  type Client,
  countInspections,
  createClient,
  createDamage,
  createInspection,
  deleteImages,
  getImage,
  getReport,
  getTask,
  listInspections,
  listTasks,
  normalize,
  streamInspectionEvents,
  updateDamage,
  updateTask,
  uploadImage,
  verifyReport,
  verifyWebhook,
  WalkaroundError,
  waitForTask,
} from '@walkaround/sdk'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isTrue = <T extends true>(_?: T): void => {}

export const client: Client = createClient({ baseUrl: 'https://x.example', token: async () => 'T' })
createClient({ baseUrl: 'https://x.example', token: 'T', retries: 0, timeoutMs: 1, fetch })
// @ts-expect-error: there is no client without a token
createClient({ baseUrl: 'https://x.example' })

export async function results() {
  const { result, entities } = await createInspection(client, {
    tasks: { damage_detection: { status: 'TODO' } },
  })
  isTrue<Same<typeof result, string>>()
  const inspection = entities.inspections[result]
  isTrue<Same<NonNullable<typeof inspection>['id'], string>>()
  isTrue<Same<NonNullable<typeof inspection>['images'], string[] | undefined>>()
  const tasks = await listTasks(client, result)
  isTrue<Same<typeof tasks.result, string[]>>()
  const count = await countInspections(client)
  isTrue<Same<typeof count.result, null>>()
  isTrue<Same<typeof count.total, number>>()
  const { isLatest } = await verifyReport(client, 'r')
  isTrue<Same<typeof isLatest, boolean>>()
  const { failed } = await deleteImages(client, result, { imageIds: ['a'] })
  isTrue<Same<(typeof failed)[number]['reason'], 'image_in_use' | 'not_found'>>()
  const report = await getReport(client, result)
  isTrue<Same<NonNullable<(typeof report.entities.reports)[string]>['pdfUrl'], string | null | undefined>>()
  const corrected = await updateDamage(client, result, 'd', { damageType: 'dent' }, { version: 2 })
  const difference: number | null | undefined = corrected.estimateEffect?.difference
  return difference
}

export async function lists() {
  const page = await listInspections(client, { inspectionStatus: 'DONE', limit: 2 })
  isTrue<Same<typeof page.result, string[]>>()
  const next: string | undefined = page.paging.cursors.next?.after
  for await (const inspection of listInspections(client)) {
    const brand: string | undefined = inspection.vehicle
    return [next, brand]
  }
  for await (const { entities } of listInspections(client).pages()) return Object.keys(entities.vehicles)
  return []
}

export async function failures() {
  try {
    await getTask(client, 'i', 'damage_detection')
  } catch (error) {
    if (!(error instanceof WalkaroundError)) throw error
    if (error.code === 'task_unknown') return error.errors.map(({ field, message }) => `${field}: ${message}`)
    const after: number | undefined = error.retryAfterS
    const id: string | undefined = error.requestId
    return [after, id, error.retryable, error.status]
  }
  return []
}

export async function others() {
  await uploadImage(
    client,
    'i',
    new Blob([]),
    { tasks: ['damage_detection'] },
    { onProgress: ({ sentBytes }) => sentBytes },
  )
  await uploadImage(client, 'i', new Blob([]).stream())
  await uploadImage(client, 'i', './a.jpg')
  await uploadImage(client, 'i', new URL('https://x.example/a.jpg'))
  await waitForTask(client, 'i', 'damage_detection', {
    signal: AbortSignal.timeout(1),
    onTask: ({ status }) => status,
  })
  for await (const event of streamInspectionEvents(client, 'i', { types: 'task.done' }, { after: '4' })) {
    if (event.type === 'stream.reset') continue
    const inspection: string = event.data.inspection_id
    if (event.type === 'task.done') return [inspection, event.position]
  }
  const event = await verifyWebhook('whsec_x', new Headers(), new Uint8Array(), { toleranceS: 1 })
  return [event.type, normalize({}).result]
}

export async function refused() {
  // @ts-expect-error: there is no such type of damage
  await createDamage(client, 'i', { damageType: 'dnet', partType: 'hood' })
  // @ts-expect-error: the part is missing
  await createDamage(client, 'i', { damageType: 'dent' })
  // @ts-expect-error: the wire's spelling is not the SDK's
  await createDamage(client, 'i', { damage_type: 'dent', part_type: 'hood' })
  // @ts-expect-error: a client cannot set this status
  await updateTask(client, 'i', 'damage_detection', { status: 'IN_PROGRESS' })
  // @ts-expect-error: the id of the image is missing
  await getImage(client, 'i')
  // @ts-expect-error: an unknown filter is refused
  await listInspections(client, { color: 'red' })
  // @ts-expect-error: what is made new has no version
  await createInspection(client, { tasks: {} }, { version: 1 })
  // @ts-expect-error: the map has records, not texts
  return (await getTask(client, 'i', 't')).entities.tasks.x?.toUpperCase()
}
