import { objectIn, textIn } from '../../core/contracts/free-text.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'

const PENDING = { status: 'TODO', is_compliant: null, reasons: [] }

/**
 * What the poll of the oldest clients sees until the check is done: exactly TODO, and no null beside it. Coverage is
 * checked only where the picture names a sight.
 */
export function pendingCompliances(parameters: FreeObject) {
  const sight_id = textIn(objectIn(parameters, 'coverage_360'), 'sight_id')
  return {
    image_quality_assessment: PENDING,
    ...(sight_id === null ? {} : { coverage_360: { ...PENDING, sight_id, parameters: { sight_id } } }),
  }
}
