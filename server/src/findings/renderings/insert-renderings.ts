import type { Box } from '../../core/contracts/findings.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { chunksOf, json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import type { Crop, DamageRegion, Instructions } from './instructions.ts'
import { type RenderingOptions, readRenderingOptions } from './rendering-options.ts'
import type { DESCRIPTIONS } from './schema.ts'

/** What was found on one picture. */
export type FoundRegions = {
  image_id: string
  regions: DamageRegion[]
  views: SeenView[]
  part_views: SeenView[]
}
type SeenView = { view_id: string; bounding_box: Box }

type Output = {
  image_id: string
  view_id: string | null
  description: (typeof DESCRIPTIONS)[number]
  instructions: Instructions
}

/** Records which renderings of the found damages there are; `args` are the arguments of the task. Bytes are made when asked for. */
export async function insertRenderings(
  ctx: TransactionContext,
  inspectionId: string,
  found: FoundRegions[],
  args: Record<string, unknown>,
): Promise<void> {
  const options = readRenderingOptions(args)
  const rows = found
    .flatMap((picture) => outputsOf(picture, options))
    .map(({ instructions, ...output }) => ({
      ...output,
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id: uuidv7(),
      instructions: json(instructions),
    }))
  for (const chunk of chunksOf(rows)) await ctx.db.insertInto('rendered_outputs').values(chunk).execute()
}

function outputsOf(found: FoundRegions, options: RenderingOptions): Output[] {
  const { image_id, regions, views, part_views } = found
  const drawn: Output[] =
    options.regions && regions.length > 0
      ? [
          {
            image_id,
            view_id: null,
            description: 'rendering of detected damages',
            instructions: { kind: 'regions', regions },
          },
        ]
      : []
  const cut = (views: SeenView[], crop: Crop | null, description: Output['description']) =>
    views.flatMap(({ view_id, bounding_box }): Output[] =>
      crop ? [{ image_id, view_id, description, instructions: { kind: 'crop', bounding_box, ...crop } }] : [],
    )
  return [
    ...drawn,
    ...cut(views, options.crops, 'crop of damage view'),
    ...cut(part_views, options.partCrops, 'crop of part view'),
  ]
}
