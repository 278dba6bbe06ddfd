import { type Static, Type } from 'typebox'
import { PART_TYPES } from '../../core/contracts/part-types.ts'
import { Closed, IdOf, Nullable, OneOf, Reason, Time, Version } from '../../core/contracts/schema.ts'
import { Effect } from '../pricing/estimate-effect.ts'
import { Amount } from '../pricing/schema.ts'

const REPAIR_OPERATIONS = ['repair', 'replace'] as const

const Level = Type.Integer({ minimum: 0, maximum: 3, description: '0 none, 1 low, 2 medium, 3 high' })

const changes = {
  pricing: Type.Optional(Nullable(Amount)),
  level: Type.Optional(Nullable(Level)),
  repair_operation: Type.Optional(Nullable(OneOf(REPAIR_OPERATIONS))),
  reason: Reason,
}

export const CreateSeverity = Closed({ label: OneOf(PART_TYPES, { description: 'the part' }), ...changes })
export type CreateSeverity = Static<typeof CreateSeverity>

export const UpdateSeverity = Closed(changes)
export type UpdateSeverity = Static<typeof UpdateSeverity>

export const Severity = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['SEVERITY_RESULT']),
    inspection_id: Type.String(),
    created_at: Time,
    deleted_at: Nullable(Time),
    created_by: Type.String({ description: '`algo` for a model, otherwise the author' }),
    is_user_modified: Type.Boolean(),
    label: OneOf(PART_TYPES),
    related_item_type: OneOf(['part']),
    related_item_id: Type.String({ description: 'id of the part' }),
    value: Type.Object({
      custom_severity: Type.Object({
        level: Nullable(Level),
        pricing: Nullable(Type.Number({ description: 'in major units' })),
        repair_operation: Type.Object({
          REPLACE: Type.Boolean(),
          T1: Type.Optional(Type.Number({ description: 'hours of fitting and polishing in the estimate' })),
          T2: Type.Optional(Type.Number({ description: 'hours of bodywork' })),
          PAINT: Type.Optional(Type.Number({ description: 'hours of painting' })),
        }),
      }),
    }),
    version: Version,
  },
  { $id: 'Severity' },
)
export type Severity = Static<typeof Severity>

export const CorrectedSeverity = Type.Object({ ...Severity.properties, ...Effect })
export type CorrectedSeverity = Static<typeof CorrectedSeverity>

export const SeveritiesParams = Type.Object({ inspection_id: IdOf('inspection') })
export const SeverityParams = Type.Object({
  inspection_id: IdOf('inspection'),
  severity_id: IdOf('severity'),
})
