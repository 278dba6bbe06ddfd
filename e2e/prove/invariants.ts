import { GetObjectCommand } from '@aws-sdk/client-s3'
import pg from 'pg'
import { listObjects, openStore } from '../../testing/ground.ts'
import { readHistory } from '../../testing/history.ts'
import { digest } from '../../testing/pictures.ts'
import { readStack, setting } from '../../testing/stack.ts'
import type { Query, Subject } from '../../testing/subject.ts'
import { Violations } from './campaign.ts'
import { checkTasks } from './invariants-tasks.ts'
import { openStored, readKeys } from './sealed-objects.ts'

export const INVARIANT_KINDS = [
  'images_lost',
  'images_changed',
  'images_from_nowhere',
  'images_doubled',
  'rows_without_object',
  'objects_without_row',
  'tasks_lost',
  'tasks_without_run',
  'runs_ended_not_once',
  'picture_sets_wrong',
  'results_wrong',
  'states_wrong',
  'times_wrong',
  'statuses_not_derived',
]

type Image = { org_id: string; id: string; sha256: string; binary_size: number }
const PARTS = ['original', 'picture.jpg', 'working.jpg']
const DOWNLOADS_AT_ONCE = 8

/**
 * Reads database, object store and the clients' history, and reports every promise that was broken. The service
 * must be at rest: nothing queued, nothing in flight.
 */
export async function checkInvariants(subject: Subject, violations: Violations) {
  const images = await subject.rows<Image>('select org_id, id, sha256, binary_size from images')
  const objects = await listObjects(subject.s3, subject.bucket)
  await checkAcceptedImages(subject, images, violations)
  await checkObjects(subject, images, objects, violations)
  const tasks = await checkTasks(subject, violations)
  return { images: images.length, objects: objects.size, ...tasks, ...explainUnknown(subject, images) }
}

/** I1: what was answered 2xx is there, byte for byte; what is there was sent by somebody, once. */
async function checkAcceptedImages(subject: Subject, images: Image[], violations: Violations): Promise<void> {
  const byId = new Map(images.map((image) => [image.id, image]))
  const sent = subject.calls.filter((call) => call.operation === 'createImage')
  for (const call of sent.filter((call) => call.outcome === 'ok')) {
    const image = byId.get(call.image_id ?? '')
    if (!image) violations.add('images_lost', `${call.image_id} was answered ${call.status} and has no row`)
    else if (image.sha256 !== call.sha256 || image.binary_size !== call.size_bytes)
      violations.add('images_changed', `${image.id}: the row has other bytes than were sent`)
  }
  const digests = new Set(sent.map((call) => call.sha256))
  for (const image of images.filter((image) => !digests.has(image.sha256)))
    violations.add('images_from_nowhere', `${image.id} was sent by nobody`)
  const repeated = Map.groupBy(images, (image) => image.sha256)
  for (const [sha256, same] of repeated)
    if (same.length > sent.filter((call) => call.sha256 === sha256).length)
      violations.add('images_doubled', `${sha256} was sent less often than it has rows`)
}

/** I2, and the stored bytes of I1: each row has its objects, each object has its row or its upload. */
async function checkObjects(
  subject: Subject,
  images: Image[],
  objects: Map<string, number>,
  violations: Violations,
) {
  for (const image of images) {
    const missing = PARTS.filter((part) => !objects.has(`${image.org_id}/${image.id}/${part}`))
    if (missing.length > 0) violations.add('rows_without_object', `${image.id} lacks ${missing.join(', ')}`)
  }
  const reports = await subject.rows<{ org_id: string; id: string; status: string }>(
    'select org_id, id, status from reports',
  )
  for (const report of reports.filter((report) => report.status === 'DONE'))
    if (!objects.has(`${report.org_id}/${report.id}/report.pdf`))
      violations.add('rows_without_object', `report ${report.id} lacks its PDF`)
  const uploads = await subject.rows<{ org_id: string; image_id: string }>(
    'select org_id, image_id from uploads',
  )
  const owned = new Set([
    ...images.map((image) => `${image.org_id}/${image.id}`),
    ...reports.map((report) => `${report.org_id}/${report.id}`),
    ...uploads.map((upload) => `${upload.org_id}/${upload.image_id}`),
  ])
  for (const key of objects.keys())
    if (!owned.has(key.split('/').slice(0, 2).join('/'))) violations.add('objects_without_row', key)
  const keys = await readKeys(subject.rows, subject.operatorKeys)
  const waiting = images.filter((image) => objects.has(`${image.org_id}/${image.id}/original`))
  const compare = async (): Promise<void> => {
    for (let image = waiting.pop(); image; image = waiting.pop()) {
      const Key = `${image.org_id}/${image.id}/original`
      const answer = await subject.s3.send(new GetObjectCommand({ Bucket: subject.bucket, Key }))
      const stored = Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
      const bytes = openOrNull(keys, Key, stored)
      if (bytes?.length !== image.binary_size || digest(bytes) !== image.sha256)
        violations.add('images_changed', `${Key} holds other bytes than its row says`)
    }
  }
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, compare))
}

function openOrNull(keys: ReadonlyMap<string, Buffer>, name: string, stored: Buffer): Buffer | null {
  try {
    return openStored(keys, name, stored)
  } catch {
    return null
  }
}

/** Every call without an answer either happened or did not; here is which. */
function explainUnknown(subject: Subject, images: Image[]) {
  const stored = new Set(images.map((image) => image.sha256))
  const unknown = subject.calls.filter(
    (call) => call.operation === 'createImage' && call.outcome === 'unknown',
  )
  const happened = unknown.filter((call) => stored.has(call.sha256 ?? '')).length
  return { unknown_images_happened: happened, unknown_images_not: unknown.length - happened }
}

if (process.argv[1] === import.meta.filename) {
  const [database, bucket, historyFile] = process.argv.slice(2)
  if (!database || !bucket || !historyFile) {
    console.error('Usage: node e2e/prove/invariants.ts <database> <bucket> <history.jsonl>')
    process.exit(2)
  }
  const stack = readStack()
  const url = new URL(setting(stack, 'DATABASE_OWNER_URL'))
  url.pathname = `/${database}`
  const pool = new pg.Pool({ connectionString: url.href })
  const rows: Query = async (query, values = []) => (await pool.query(query, values)).rows
  const violations = new Violations()
  const calls = readHistory(historyFile)
  const operatorKeys = setting(stack, 'SEALING_KEYS')
  const subject = { rows, s3: openStore(stack), bucket, calls, operatorKeys }
  const counts = await checkInvariants(subject, violations)
  violations.report((line) => console.log(line))
  console.log(
    JSON.stringify({ ok: violations.total === 0, ...counts, ...violations.counts(INVARIANT_KINDS) }),
  )
  process.exit(violations.total === 0 ? 0 : 1)
}
