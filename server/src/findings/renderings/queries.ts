import { sql } from 'kysely'
import type { Context } from '../../core/platform/context.ts'
import type { RenderedOutput } from './schema.ts'

/** Rendered outputs without their instructions, most of the bytes. The caller says which ones and in which order. */
export function selectRenderedOutputs(ctx: Context) {
  return ctx.db
    .selectFrom('rendered_outputs')
    .where('rendered_outputs.org_id', '=', ctx.org_id)
    .select([
      'rendered_outputs.id',
      'rendered_outputs.created_at',
      'rendered_outputs.image_id',
      'rendered_outputs.view_id',
      sql<RenderedOutput['additional_data']['description']>`rendered_outputs.description`.as('description'),
    ])
}

export type RenderedOutputRow = Awaited<
  ReturnType<ReturnType<typeof selectRenderedOutputs>['execute']>
>[number]

/** It is deleted with the image or the view it stands with. */
export function renderedOutputJson(
  ctx: Context,
  row: RenderedOutputRow,
  deleted_at: string | null,
): RenderedOutput {
  const { id, created_at, image_id, description } = row
  return {
    id,
    object_type: 'RENDERED_OUTPUT',
    created_at,
    deleted_at,
    path: ctx.pictureUrls.signRenderedOutput({ org_id: ctx.org_id, rendered_output_id: id }),
    base_image_id: image_id,
    additional_data: { description },
  }
}
