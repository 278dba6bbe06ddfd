import type { Subject } from '../../testing/subject.ts'
import type { Violations } from './campaign.ts'
import type { Wish } from './load.ts'

export const WISH_KINDS = ['wish_unanswered', 'wish_done_twice', 'wish_lost']

/** Every write with a key was answered in the end, is there under the id it was answered, and was done once. */
export async function checkWishes(
  { rows }: Subject,
  wishes: readonly Wish[],
  violations: Violations,
): Promise<{ wishes: number; wishes_replayed: number }> {
  const inspections = await rows<{ id: string; wish: string }>(
    `select id::text, additional_data ->> 'wish' as wish from inspections where additional_data ? 'wish'`,
  )
  const damages = await rows<{ id: string; inspection_id: string }>(
    // What models found, nobody asked for by a key.
    `select id::text, inspection_id::text from damages where created_by <> 'algo'`,
  )
  const made = new Set([...inspections, ...damages].map((row) => row.id))
  for (const { operation, key, id } of wishes) {
    if (!id) violations.add('wish_unanswered', `${operation} ${key}`)
    else if (!made.has(id)) violations.add('wish_lost', `${operation} ${key}: ${id} is not there`)
  }
  for (const [wish, done] of Map.groupBy(inspections, (row) => row.wish))
    if (done.length > 1) violations.add('wish_done_twice', `${wish}: ${done.length} inspections`)
  const wanted = Map.groupBy(wishes, (wish) => wish.path)
  for (const [inspection, done] of Map.groupBy(damages, (row) => row.inspection_id)) {
    const asked = wanted.get(`/v1/inspections/${inspection}/damages`)?.length ?? 0
    if (done.length > asked)
      violations.add('wish_done_twice', `${inspection}: ${done.length} damages for ${asked} wishes`)
  }
  return { wishes: wishes.length, wishes_replayed: wishes.filter((wish) => wish.replayed).length }
}
