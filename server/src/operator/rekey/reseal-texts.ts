import { KeyMissing } from '../../core/platform/organization-keys.ts'
import { sealingKeyIdOf } from '../../core/platform/sealing.ts'
import { isDestroyed } from './look-at-objects.ts'
import type { RekeyParts } from './parts.ts'
import { listSealedTexts } from './sealed-texts.ts'

/** Seals every text of an organization with its current key. Returns how many; those of destroyed keys stay as they are. */
export async function resealTexts({ database, keys, say }: RekeyParts, orgId: string): Promise<number> {
  const current = await keys.current(orgId)
  const seal = await keys.openSealer(orgId)
  let count = 0
  for await (const { sealed, place, replace } of listSealedTexts(database, orgId)) {
    if (sealingKeyIdOf(sealed) === current?.id) continue
    try {
      await replace(seal(await keys.unseal(orgId, sealed, place), place))
      count++
    } catch (error) {
      if (!(error instanceof KeyMissing)) throw error
      say(`${place} stays as it is: ${error.message}`)
    }
  }
  return count
}

/** How many texts are sealed with another key than the current one; those that nobody can open any more don't count. */
export async function countOldTexts({ database, keys }: RekeyParts, orgId: string): Promise<number> {
  const current = await keys.current(orgId)
  let count = 0
  for await (const { sealed } of listSealedTexts(database, orgId)) {
    const id = sealingKeyIdOf(sealed)
    if (id === current?.id) continue
    if (!(await isDestroyed(keys, orgId, id))) count++
  }
  return count
}
