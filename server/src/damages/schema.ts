import { type Static, Type } from 'typebox'
import { DAMAGE_TYPES } from '../contracts/damage-types.ts'
import { PART_TYPES } from '../contracts/part-types.ts'
import { Closed, Deleted, Free, IdOf, Nullable, OneOf, Time, Version } from '../contracts/schema.ts'

export const CreateDamage = Closed({
  damage_type: OneOf(DAMAGE_TYPES),
  part_type: OneOf(PART_TYPES, { description: 'the part is made when the inspection has none of this type' }),
})
export type CreateDamage = Static<typeof CreateDamage>

const fields = {
  id: Type.String(),
  object_type: OneOf(['DAMAGE']),
  inspection_id: Type.String(),
  created_at: Time,
  deleted_at: Nullable(Time),
  created_by: Type.String({ description: '`algo` for a model, else who it was' }),
  damage_type: OneOf(DAMAGE_TYPES),
  damage_size_cm: Nullable(Type.Number()),
  part_ids: Type.Array(Type.String()),
  related_images: Type.Optional(Type.Array(Free)),
  version: Version,
}

export const Damage = Type.Object(fields, { $id: 'Damage' })
export type Damage = Static<typeof Damage>

/** What a create answers: also the names the interface specification has for the part. */
export const CreatedDamage = Type.Object({
  ...fields,
  part_type: OneOf(PART_TYPES),
  parts: Type.Array(Type.String(), { description: 'the same as `part_ids`' }),
})
export type CreatedDamage = Static<typeof CreatedDamage>

export const DeletedDamage = Type.Object({
  ...Deleted('DAMAGE').properties,
  parts: Type.Array(Type.String()),
})
export type DeletedDamage = Static<typeof DeletedDamage>

export const DamagesParams = Type.Object({ inspection_id: IdOf('inspection') })
export const DamageParams = Type.Object({ inspection_id: IdOf('inspection'), damage_id: IdOf('damage') })
