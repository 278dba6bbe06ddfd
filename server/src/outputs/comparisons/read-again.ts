import { analyzedImageOf, selectAnalyzedImages } from '../../analysis/analyzed-image.ts'
import { requireAnalysis } from '../../analysis/task-analyses.ts'
import { storedScaleOf } from '../../analysis/tasks/damage-detection/damage-size.ts'
import { fuseDamages } from '../../analysis/tasks/damage-detection/fuse-damages.ts'
import type { AnalysisContext } from '../../analysis/working-picture.ts'
import type { Box, DamageDetectionResult } from '../../core/contracts/findings.ts'
import type { ComparedDamage } from './method/types.ts'
import { lengthOf, type SideFacts } from './read-side.ts'

const TASK = 'damage_detection'
/** What is read again is in no inspection: on the wire it has no id. */
const AGAIN = 'again '
export const isReadAgain = (damageId: string): boolean => damageId.startsWith(AGAIN)

/** The models that read pictures now. */
export function installedModels({ models }: AnalysisContext): SideFacts['models'] {
  return requireAnalysis(TASK).models.map((name) => {
    const { version, sha256 } = models.get(name).manifest
    return { name, version, digest: sha256 }
  })
}

/**
 * The same side with what the models of this process see on its pictures. Nothing is written. What people and earlier
 * models recorded stays: a damage that somebody has seen was there.
 */
export async function readAgain(
  ctx: AnalysisContext,
  side: SideFacts,
  onPicture: (share: number) => Promise<void>,
): Promise<SideFacts> {
  const ids = side.pictures.map(({ image_id }) => image_id)
  if (ids.length === 0) return side
  const rows = await selectAnalyzedImages(ctx, side.run)
    .where('images.id', 'in', ids)
    .orderBy('images.id')
    .execute()
  const findings: { image: ReturnType<typeof analyzedImageOf>; result: DamageDetectionResult }[] = []
  for (const [at, row] of rows.entries()) {
    const image = analyzedImageOf(row)
    const { result } = await requireAnalysis(TASK).run(ctx, image, 'replay')
    // The pipeline of this task wrote it.
    findings.push({ image, result: result as DamageDetectionResult })
    await onPicture((at + 1) / rows.length)
  }
  const results = new Map(findings.map(({ image, result }) => [image.id, result]))
  return {
    ...side,
    pictures: side.pictures.map((picture) => {
      const result = results.get(picture.image_id)
      return result ? { ...picture, parts: result.parts ?? [], ...storedScaleOf(result) } : picture
    }),
    damages: [...side.damages, ...foundBeside(side.damages, findings)],
  }
}

/** Damages that are at no place where one is recorded already. */
function foundBeside(
  known: readonly ComparedDamage[],
  findings: Parameters<typeof fuseDamages>[0],
): ComparedDamage[] {
  const taken = known.flatMap(({ sightings }) => sightings)
  return fuseDamages(findings, { threshold: null })
    .filter(({ views }) =>
      views.every(({ image_id, bounding_box }) =>
        taken.every((one) => one.image_id !== image_id || !overlap(one.bounding_box, bounding_box)),
      ),
    )
    .map(({ damage_type, part_type, views, ...size }, at) => ({
      damage_id: `${AGAIN}${at + 1}`,
      damage_type,
      part_type: part_type === 'ignore' ? null : part_type,
      is_added_by_person: false,
      sightings: views.map(({ image_id, polygons, bounding_box, confidence }) => ({
        image_id,
        polygons,
        bounding_box,
        score: confidence,
        ...lengthOf(size),
      })),
    }))
}

export function overlap(a: Box, b: Box): boolean {
  return (
    a.xmin < b.xmin + b.width &&
    b.xmin < a.xmin + a.width &&
    a.ymin < b.ymin + b.height &&
    b.ymin < a.ymin + a.height
  )
}
