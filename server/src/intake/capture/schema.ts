import { CAPTURE_STEP_NAMES } from '@walkaround/catalog/capture-steps'
import { DEFAULT_LANGUAGE, LANGUAGES } from '@walkaround/catalog/languages'
import { VEHICLE_TYPES } from '@walkaround/catalog/vehicle-types'
import { type Static, Type } from 'typebox'
import { Closed, IdOf, Nullable, OneOf, PageQuery, Paging, Text, Time } from '../../core/contracts/schema.ts'
import { TASK_NAMES } from '../../core/contracts/tasks.ts'
import { DEFAULT_PROFILE_ID } from './shipped-profiles.ts'

const LINK_STATUSES = ['open', 'used_up', 'expired', 'revoked'] as const
const VISIBLE = ['vehicle', 'pictures'] as const

const linkFields = {
  profile_id: Type.Optional(
    IdOf('capture_profile', {
      description: `what to ask for, default \`${DEFAULT_PROFILE_ID}\`; the link keeps this version of the profile`,
    }),
  ),
  language: Type.Optional(OneOf(LANGUAGES, { description: `default \`${DEFAULT_LANGUAGE}\`` })),
  visible: Type.Optional(
    Type.Array(OneOf(VISIBLE), {
      uniqueItems: true,
      maxItems: VISIBLE.length,
      description:
        'what the person sees: make, model and plate of the vehicle; the pictures that have arrived. Default: the vehicle',
    }),
  ),
  expires_in_s: Type.Optional(
    Type.Integer({ minimum: 60, description: 'validity in seconds; default 7 days, 90 for a reusable link' }),
  ),
  return_url: Type.Optional(
    Type.String({
      maxLength: 2_048,
      description: 'http or https; the page to offer once the capture is finished. Default: none',
    }),
  ),
  uses_max: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'number of devices that can open the link; default 1, 1000 for a reusable link',
    }),
  ),
}

export const CreateCaptureLink = Closed(linkFields)
export type CreateCaptureLink = Static<typeof CreateCaptureLink>

/** What an inspection is made with when a device opens a reusable link. */
const NewInspection = Closed({
  tasks: Type.Array(OneOf(TASK_NAMES), { uniqueItems: true, maxItems: TASK_NAMES.length }),
  inspection_type: Type.Optional(Nullable(Text)),
  vehicle_type: Type.Optional(Nullable(OneOf(VEHICLE_TYPES))),
})
export type NewInspection = Static<typeof NewInspection>

export const CreateReusableCaptureLink = Closed({ ...linkFields, inspection: NewInspection })
export type CreateReusableCaptureLink = Static<typeof CreateReusableCaptureLink>

const linkAnswer = {
  id: Type.String(),
  object_type: OneOf(['CAPTURE_LINK']),
  created_at: Time,
  created_by: Type.String(),
  inspection_id: Nullable(
    Type.String({ description: 'null for a reusable link, which creates an inspection per device' }),
  ),
  inspection: Nullable(NewInspection),
  profile_id: Type.String(),
  profile_version: Type.Integer(),
  language: OneOf(LANGUAGES),
  visible: Type.Array(OneOf(VISIBLE)),
  status: OneOf(LINK_STATUSES, { description: '`used_up`: works only on the devices that opened it' }),
  uses_max: Type.Integer(),
  use_count: Type.Integer({ description: 'devices that opened it' }),
  finished_count: Type.Integer({ description: 'captures that were finished' }),
  return_url: Nullable(Type.String()),
  expires_at: Time,
  revoked_at: Nullable(Time),
}

export const CaptureLink = Type.Object(linkAnswer, { $id: 'CaptureLink' })
export type CaptureLink = Static<typeof CaptureLink>

/** With the secret, which is never shown again. */
export const CaptureLinkWithUrl = Type.Object({
  ...linkAnswer,
  url: Type.String({
    description: 'send this to the person; returned only here. The part after `#` is the secret',
  }),
})
export type CaptureLinkWithUrl = Static<typeof CaptureLinkWithUrl>

export const CaptureLinkList = Type.Object({ data: Type.Array(Type.Ref('CaptureLink')), paging: Paging })
export const CaptureLinkQuery = Closed({
  ...PageQuery('capture_link'),
  inspection_id: Type.Optional(IdOf('inspection', { description: 'only links to this inspection' })),
  is_reusable: Type.Optional(
    Type.Boolean({ description: 'only links that create an inspection per device, or only the others' }),
  ),
})
export type CaptureLinkQuery = Static<typeof CaptureLinkQuery>

export const CaptureParams = Type.Object({ inspection_id: IdOf('inspection') })
export const LinkParams = Type.Object({ capture_link_id: IdOf('capture_link') })

export const CreateCaptureSession = Closed({
  secret: Type.String({ maxLength: 200, description: 'the part of the URL after `#`' }),
})
export type CreateCaptureSession = Static<typeof CreateCaptureSession>

export const CaptureSession = Type.Object({
  object_type: OneOf(['CAPTURE_SESSION']),
  token: Type.String({ description: 'send `Authorization: DPoP <token>` with a proof in `DPoP`' }),
  expires_at: Type.String({ description: 'then ask for the next one, with the same secret and key' }),
  inspection_id: Type.String({ description: 'the only inspection the token is for' }),
  capture_link_id: Type.String(),
})
export type CaptureSession = Static<typeof CaptureSession>

const VERDICTS = ['missing', 'checking', 'good', 'retake', 'unchecked'] as const

const Reason = Type.Object({
  issue: Type.String({ description: 'issue of the quality check' }),
  text: Type.String({ description: 'the problem, in the language of the link' }),
  how_to_fix: Type.String({ description: 'what to do better' }),
})

const pictureFields = {
  verdict: OneOf(VERDICTS, {
    description:
      '`missing`: no picture; `checking`: ask again; `unchecked`: could not be checked, counts as good',
  }),
  reasons: Type.Array(Reason, { description: 'why to retake it' }),
  image_id: Nullable(Type.String()),
  path: Nullable(Type.String({ description: 'URL of the picture, if the link shows pictures' })),
}
export const CapturePictureState = Type.Object(pictureFields, { $id: 'CapturePictureState' })
export type CapturePictureState = Static<typeof CapturePictureState>

export const READ_STEPS = ['plate', 'vin', 'odometer'] as const
export type ReadStep = (typeof READ_STEPS)[number]
const UNITS = ['km', 'miles'] as const

const Reading = Type.Object({
  status: OneOf(['reading', 'read', 'unreadable'] as const, { description: '`reading`: ask again' }),
  value: Nullable(Type.String({ description: 'what the service read' })),
  unit: Nullable(OneOf(UNITS, { description: 'of an odometer' })),
  alternatives: Type.Array(Type.String(), { description: 'what it might be instead' }),
  confirmed: Nullable(
    Type.Object(
      { value: Type.String(), unit: Nullable(OneOf(UNITS)) },
      { description: 'what the person said' },
    ),
  ),
})
export type Reading = Static<typeof Reading>

export const ReadingParams = Type.Object({
  inspection_id: IdOf('inspection'),
  step: OneOf(READ_STEPS, { description: 'what the picture shows' }),
})

export const UpdateCaptureReading = Closed({
  value: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'as the person reads it; of an odometer, up to seven digits',
  }),
  unit: Type.Optional(OneOf(UNITS, { description: 'of an odometer; default `km`' })),
})
export type UpdateCaptureReading = Static<typeof UpdateCaptureReading>

const CaptureStepState = Type.Object({
  step: Type.String(),
  kind: OneOf(['walk', 'close_up', 'document'] as const),
  azimuth: Nullable(Type.Number({ description: 'degrees from the front, over the left of the vehicle' })),
  viewpoint: Nullable(Type.String({ description: 'the nearest side' })),
  is_required: Type.Boolean(),
  must_pass: Type.Boolean(),
  ...pictureFields,
  reading: Nullable(Reading),
})
export type CaptureStepState = Static<typeof CaptureStepState>

export const SHOTS = ['wide', 'near'] as const

export const Capture = Type.Object(
  {
    object_type: OneOf(['CAPTURE']),
    inspection_id: Type.String(),
    capture_link_id: Type.String(),
    profile_id: Type.String(),
    profile_version: Type.Integer(),
    language: OneOf(LANGUAGES),
    consent: Nullable(Type.String({ description: 'show it before the first picture' })),
    asks_location: Type.Boolean(),
    is_reusable: Type.Boolean({ description: 'the link is for the next vehicle, too' }),
    damages_max: Type.Integer(),
    vehicle_type: Nullable(Type.String()),
    vehicle: Nullable(
      Type.Object(
        {
          brand: Nullable(Type.String()),
          model: Nullable(Type.String()),
          plate: Nullable(Type.String()),
        },
        { description: 'null if the link does not show it' },
      ),
    ),
    steps: Type.Array(CaptureStepState, { description: 'in the order to take them' }),
    damages: Type.Array(
      Type.Object({
        damage_key: Type.String(),
        wide: Type.Ref('CapturePictureState'),
        near: Type.Ref('CapturePictureState'),
      }),
    ),
    missing: Type.Array(Type.String(), { description: 'steps without which the capture cannot end' }),
    may_finish: Type.Boolean(),
    return_url: Nullable(Type.String({ description: 'offer it once the capture is finished' })),
    finished_at: Nullable(Time),
  },
  { $id: 'Capture' },
)
type Damage = { damage_key: string; wide: CapturePictureState; near: CapturePictureState }
export type Capture = Omit<Static<typeof Capture>, 'damages'> & { damages: Damage[] }

export const CreateCapturePicture = Closed({
  step: OneOf([...CAPTURE_STEP_NAMES, 'damage'], { description: 'a step of the capture, or `damage`' }),
  damage_key: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{1,64}$',
      description: 'joins the two pictures of a damage; made by the client',
    }),
  ),
  shot: Type.Optional(OneOf(SHOTS, { description: 'the part, or the damage from near' })),
  note: Type.Optional(Text),
  location: Type.Optional(
    Closed({
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    }),
  ),
})
export type CreateCapturePicture = Static<typeof CreateCapturePicture>

export const CapturePicture = Type.Object({
  object_type: OneOf(['CAPTURE_PICTURE']),
  image_id: Type.String(),
  step: Type.String(),
  done: Type.Integer({ description: 'required steps that have a picture' }),
  total: Type.Integer({ description: 'required steps' }),
})
export type CapturePicture = Static<typeof CapturePicture>
