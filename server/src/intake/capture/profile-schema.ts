import { LANGUAGES, type Language } from '@walkaround/catalog/languages'
import { VEHICLE_TYPES, type VehicleType } from '@walkaround/catalog/vehicle-types'
import { type Static, Type } from 'typebox'
import { Closed, Deleted, IdOf, Nullable, OneOf, Time, Version } from '../../core/contracts/schema.ts'

const STEPS_MAX = 60

const NewStep = Closed({
  step: Type.String({ maxLength: 50, description: 'what the picture shows' }),
  is_required: Type.Optional(
    Type.Boolean({ description: 'the capture cannot end without it; default true' }),
  ),
  must_pass: Type.Optional(
    Type.Boolean({ description: 'nor with a picture that should be retaken; default false' }),
  ),
})
const NewSteps = Type.Array(NewStep, { minItems: 1, maxItems: STEPS_MAX })

/** As it is answered: the names are listed once, with what is asked. */
const Step = Type.Object({ step: Type.String(), is_required: Type.Boolean(), must_pass: Type.Boolean() })
export type ProfileStep = Static<typeof Step>

const ByVehicleType = <S>(steps: object) =>
  Type.Unsafe<Partial<Record<VehicleType, S>>>({
    type: 'object',
    propertyNames: { enum: [...VEHICLE_TYPES] },
    additionalProperties: steps,
    description: 'by vehicle type: the steps in place of `steps`',
  })

const others = {
  damages_max: Type.Integer({
    minimum: 0,
    maximum: 50,
    description: 'how many damages the person may add',
  }),
  consent: Type.Unsafe<Partial<Record<Language, string>>>({
    type: 'object',
    propertyNames: { enum: [...LANGUAGES] },
    additionalProperties: { type: 'string', maxLength: 5_000 },
    description: 'by language: the text to agree to before the first picture; empty: none',
  }),
  asks_location: Type.Boolean({ description: 'asks the person for the place of the pictures' }),
  keeps_own_plate: Nullable(
    Type.Boolean({
      description:
        'whether people see the plate of the inspected vehicle while bystanders are hidden; null: as the picture settings of the organization say. An inspection follows the profile of its link; with several links, the plate is hidden if one of their profiles hides it',
    }),
  ),
}

const content = {
  steps: Type.Array(Step),
  vehicle_types: ByVehicleType<ProfileStep[]>(Type.Array(Step)),
  ...others,
}
/** What a person is asked for. A link keeps a copy of it. */
const ProfileContent = Type.Object(content)
export type ProfileContent = Static<typeof ProfileContent>

const Name = Type.String({ minLength: 1, maxLength: 200 })
const optional = {
  vehicle_types: Type.Optional(ByVehicleType<Static<typeof NewSteps>>(NewSteps)),
  damages_max: Type.Optional(others.damages_max),
  consent: Type.Optional(others.consent),
  asks_location: Type.Optional(others.asks_location),
  keeps_own_plate: Type.Optional(others.keeps_own_plate),
}

export const CreateCaptureProfile = Closed({ name: Name, steps: NewSteps, ...optional })
export type CreateCaptureProfile = Static<typeof CreateCaptureProfile>

export const UpdateCaptureProfile = Closed({
  name: Type.Optional(Name),
  steps: Type.Optional(NewSteps),
  ...optional,
})
export type UpdateCaptureProfile = Static<typeof UpdateCaptureProfile>

export const CaptureProfile = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['CAPTURE_PROFILE']),
    created_at: Nullable(Time),
    created_by: Nullable(Type.String({ description: 'null for a profile that comes with the service' })),
    name: Type.String(),
    ...content,
    version: Version,
  },
  { $id: 'CaptureProfile' },
)
export type CaptureProfile = Static<typeof CaptureProfile>

export const CaptureProfileList = Type.Object({ data: Type.Array(Type.Ref('CaptureProfile')) })
export const ProfileParams = Type.Object({ profile_id: IdOf('capture_profile') })
export const DeletedCaptureProfile = Deleted('CAPTURE_PROFILE')
