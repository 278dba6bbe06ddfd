import { DAMAGE_SEGMENTER, segmentDamage } from '../../analysis/damage/segment-damage.ts'
import { segmenterSettings } from '../../analysis/damage/segmenter-settings.ts'
import type { Models } from '../../analysis/inference/model.ts'
import type { DamageGrid } from './method/types.ts'

/** What the damage network answers on a picture, however little. */
export async function searchPicture(models: Models, image_id: string, jpeg: Buffer): Promise<DamageGrid> {
  const { classes } = segmenterSettings(models.get(DAMAGE_SEGMENTER).manifest)
  const [output] = await segmentDamage(models, [jpeg])
  if (!output) throw new Error(`${DAMAGE_SEGMENTER} answered nothing`)
  return {
    image_id,
    side: output.side,
    classes: classes.map(({ name, damage_type }) => ({ name, damage_type })),
    masks: output.masks,
    present: output.present,
  }
}
