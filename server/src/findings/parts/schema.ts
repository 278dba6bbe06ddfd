import { type Static, Type } from 'typebox'
import { PART_TYPES } from '../../core/contracts/part-types.ts'
import { Free, type FreeObject, Nullable, OneOf, Time } from '../../core/contracts/schema.ts'

export const Part = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['PART']),
    inspection_id: Type.String(),
    created_at: Time,
    deleted_at: Nullable(Time),
    created_by: Type.String({ description: '`algo` for a model, otherwise the author' }),
    part_type: OneOf(PART_TYPES),
    damage_ids: Type.Array(Type.String()),
    related_images: Type.Optional(Type.Array(Free)),
    part_operation: Type.Optional(
      Type.Unsafe<FreeObject>({
        ...Free,
        description: 'repair of the part and its price, if any',
      }),
    ),
  },
  { $id: 'Part' },
)
export type Part = Static<typeof Part>
