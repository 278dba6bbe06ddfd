import type { CaptureReading } from '../../core/contracts/findings.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { TaskName } from '../../core/contracts/tasks.ts'
import type { Context } from '../../core/platform/context.ts'
import { READ_STEPS, type Reading, type ReadStep } from './schema.ts'

/** What is read for each step: by which task, and what of the vehicle it is. */
const READ_BY: Record<ReadStep, { task: TaskName; field: 'plate' | 'vin' | 'mileage' }> = {
  plate: { task: 'images_ocr', field: 'plate' },
  vin: { task: 'images_ocr', field: 'vin' },
  odometer: { task: 'odometer', field: 'mileage' },
}

/** The steps that the tasks of the inspection read. */
export async function listReadSteps(ctx: Context, inspectionId: string): Promise<ReadStep[]> {
  const tasks = await ctx.db
    .selectFrom('tasks')
    .select('name')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .execute()
  const names = new Set<string>(tasks.map(({ name }) => name))
  return READ_STEPS.filter((step) => names.has(READ_BY[step].task))
}

type Read = { id: string; reading: CaptureReading | null }

/**
 * What was read on a picture, and what the person has said to it; null if it is neither read nor told. What they said of an
 * earlier picture does not count.
 */
export function showReading(
  step: string,
  picture: Read | undefined,
  { readSteps, entries }: { readSteps: readonly ReadStep[]; entries: FreeObject },
): Reading | null {
  const read = READ_STEPS.find((name) => name === step)
  if (!picture || !read) return null
  const entry = entries[READ_BY[read].field]
  const confirmed = isConfirmation(entry, picture.id) ? said(entry) : null
  const isAsked = readSteps.includes(read)
  if (!isAsked && !confirmed) return null
  const { value = null, unit = null, alternatives = [] } = picture.reading ?? {}
  const isWaiting = isAsked && !picture.reading
  const status = isWaiting ? 'reading' : value === null ? 'unreadable' : 'read'
  return { status, value, unit, alternatives, confirmed }
}

type Confirmation = { prediction: string | number; unit?: 'km' | 'miles' | null }

function isConfirmation(entry: unknown, imageId: string): entry is Confirmation {
  if (typeof entry !== 'object' || entry === null) return false
  return 'is_confirmed' in entry && 'prediction' in entry && 'image_id' in entry && entry.image_id === imageId
}

const said = ({ prediction, unit = null }: Confirmation) => ({ value: String(prediction), unit })
