import type { FreeObject } from '../core/contracts/schema.ts'

/** What says for which sight a picture was taken. What a check was asked for, its result repeats: either will do. */
type Told = { compliances: FreeObject | null; details?: FreeObject; additional_data: FreeObject }

/**
 * The sight that a picture is judged by, or the one that the client named for the task, or the one it noted: the newer
 * clients note the sight of every picture, also of those they do not want judged by it.
 */
export function sightIdOf({ compliances, details, additional_data }: Told): string | null {
  const told = [judgedSightIdOf(compliances), details?.sight_id, additional_data.sight_id]
  return told.find((id) => typeof id === 'string') ?? null
}

/** Null for a picture that nobody wants judged by a sight. */
export function judgedSightIdOf(compliances: FreeObject | null): string | null {
  const asked = compliances?.coverage_360
  const id = typeof asked === 'object' && asked && 'sight_id' in asked ? asked.sight_id : null
  return typeof id === 'string' ? id : null
}
