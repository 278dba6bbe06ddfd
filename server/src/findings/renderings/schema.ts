import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Time } from '../../core/contracts/schema.ts'

/** Clients compare the first one as it stands to find the annotated picture. */
export const DESCRIPTIONS = [
  'rendering of detected damages',
  'crop of damage view',
  'crop of part view',
] as const

export const RenderedOutput = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['RENDERED_OUTPUT']),
    created_at: Time,
    deleted_at: Nullable(Time),
    path: Type.String({ description: 'URL of the picture, opens without a token; changes over time' }),
    base_image_id: Type.String({ description: 'ID of the source image' }),
    additional_data: Type.Object({ description: OneOf(DESCRIPTIONS) }),
  },
  { $id: 'RenderedOutput' },
)
export type RenderedOutput = Static<typeof RenderedOutput>
