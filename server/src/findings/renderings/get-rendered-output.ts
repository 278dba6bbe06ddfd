import { sql } from 'kysely'
import type { Box, Point } from '../../core/contracts/findings.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { cutOut, readPixels, readSize, writeJpeg } from '../../core/platform/pictures/render.ts'
import { isUuid } from '../../core/platform/uuid.ts'
import { findPicture } from '../../inspection/images/get-picture.ts'
import { asJpeg, makePicture, type Turn } from '../../inspection/images/make-picture.ts'
import { showFile } from '../../inspection/images/shown-picture.ts'
import { DAMAGE_COLORS } from './colors.ts'
import { cropRegion } from './crop-region.ts'
import { drawInThread } from './draw-in-thread.ts'
import type { DamageRegion, Instructions } from './instructions.ts'

const QUALITY = 85

/** What a capability URL whose signature has been checked stands for. Gone with its view, image or inspection. */
export async function getRenderedOutput(ctx: Context, turn: Turn, renderedOutputId: string) {
  const row = isUuid(renderedOutputId) ? await selectSource(ctx, renderedOutputId) : undefined
  if (!row) throw new Problem('not_found')
  const { image_id, instructions } = row
  const { sha256, size, shown, open } = await findPicture(ctx, image_id, 'working.jpg')
  const make = async (picture: Buffer) => render(await showFile(shown, picture), size.width, instructions)
  return {
    etag: `"${sha256}-${renderedOutputId}${shown.tag}"`,
    isPassing: shown.isCoarse,
    open: async () => asJpeg(await makePicture(ctx, turn, open, make)),
  }
}

async function selectSource(ctx: Context, renderedOutputId: string) {
  return ctx.db
    .selectFrom('rendered_outputs')
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'rendered_outputs.org_id')
        .onRef('inspections.id', '=', 'rendered_outputs.inspection_id'),
    )
    .innerJoin('images', (join) =>
      join
        .onRef('images.org_id', '=', 'rendered_outputs.org_id')
        .onRef('images.id', '=', 'rendered_outputs.image_id'),
    )
    .leftJoin('views', (join) =>
      join
        .onRef('views.org_id', '=', 'rendered_outputs.org_id')
        .onRef('views.id', '=', 'rendered_outputs.view_id'),
    )
    .select([
      'rendered_outputs.image_id',
      sql<Instructions>`rendered_outputs.instructions`.as('instructions'),
    ])
    .where('rendered_outputs.org_id', '=', ctx.org_id)
    .where('rendered_outputs.id', '=', renderedOutputId)
    .where('inspections.deleted_at', 'is', null)
    .where('images.deleted_at', 'is', null)
    .where('views.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The working picture may be smaller than the one the coordinates are of. */
async function render(picture: Buffer, imageWidth: number, instructions: Instructions): Promise<Buffer> {
  if (instructions.kind === 'crop') {
    const size = await readSize(picture)
    const box = scaledBox(instructions.bounding_box, size.width / imageWidth)
    return cutOut(picture, cropRegion(box, instructions, size), instructions.quality)
  }
  const pixels = await readPixels(picture)
  const scale = pixels.width / imageWidth
  const regions = instructions.regions.map((region) => ({
    color: DAMAGE_COLORS[region.damage_type],
    polygons: outlinesOf(region).map((polygon) => polygon.map(([x, y]): Point => [x * scale, y * scale])),
  }))
  return writeJpeg(await drawInThread({ picture: pixels, regions }), QUALITY)
}

function scaledBox({ xmin, ymin, width, height }: Box, scale: number): Box {
  return { xmin: xmin * scale, ymin: ymin * scale, width: width * scale, height: height * scale }
}

/** A region of which only the box is known is drawn as the box. */
function outlinesOf({ polygons, bounding_box }: DamageRegion): Point[][] {
  if (polygons.some((polygon) => polygon.length > 0)) return polygons
  const { xmin, ymin, width, height } = bounding_box
  const [xmax, ymax] = [xmin + width, ymin + height]
  return [
    [
      [xmin, ymin],
      [xmax, ymin],
      [xmax, ymax],
      [xmin, ymax],
    ],
  ]
}
