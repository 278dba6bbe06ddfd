import { DEFAULT_LANGUAGE, LANGUAGES } from '@walkaround/catalog/languages'
import { type Static, Type } from 'typebox'
import {
  Closed,
  IdOf,
  Nullable,
  OneOf,
  PageQuery,
  Paging,
  Time,
  Version,
} from '../../core/contracts/schema.ts'

const LINK_STATUSES = ['open', 'expired', 'revoked'] as const
const DECISIONS = ['upheld', 'partly_upheld', 'rejected'] as const
const STATUSES = ['open', 'decided'] as const
export const ANSWER_DAYS = 14
const YEAR_S = 31_536_000

export const CreateObjectionLink = Closed({
  inspection_id: Type.Optional(IdOf('inspection', { description: 'the inspection to object to' })),
  comparison_id: Type.Optional(IdOf('comparison', { description: 'the comparison to object to' })),
  language: Type.Optional(OneOf(LANGUAGES, { description: `of the page; default \`${DEFAULT_LANGUAGE}\`` })),
  expires_in_s: Type.Optional(
    Type.Integer({ minimum: 60, maximum: YEAR_S, description: 'validity in seconds; default 90 days' }),
  ),
})
export type CreateObjectionLink = Static<typeof CreateObjectionLink>

const linkFields = {
  id: Type.String(),
  object_type: OneOf(['OBJECTION_LINK']),
  created_at: Time,
  created_by: Type.String(),
  inspection_id: Type.String({ description: 'of a comparison: the later one' }),
  comparison_id: Nullable(Type.String()),
  language: OneOf(LANGUAGES),
  status: OneOf(LINK_STATUSES),
  url: Type.String({ description: 'the page; it asks for the code' }),
  objection_count: Type.Integer({ minimum: 0 }),
  expires_at: Time,
  revoked_at: Nullable(Time),
}
export const ObjectionLink = Type.Object(linkFields, { $id: 'ObjectionLink' })
export type ObjectionLink = Static<typeof ObjectionLink>

export const ObjectionLinkWithCode = Type.Object({
  ...linkFields,
  access_code: Type.String({ description: 'hand it over with the link; returned only here' }),
})
export type ObjectionLinkWithCode = Static<typeof ObjectionLinkWithCode>

export const ObjectionLinkList = Type.Object({ data: Type.Array(Type.Ref('ObjectionLink')), paging: Paging })
export const ObjectionLinkQuery = Closed({
  ...PageQuery('objection_link'),
  inspection_id: Type.Optional(IdOf('inspection', { description: 'only links of this inspection' })),
  comparison_id: Type.Optional(IdOf('comparison', { description: 'only links of this comparison' })),
})
export type ObjectionLinkQuery = Static<typeof ObjectionLinkQuery>
export const LinkParams = Type.Object({ objection_link_id: IdOf('objection_link') })

const Decision = Type.Object({
  decision: OneOf(DECISIONS),
  reason: Type.String(),
  decided_at: Time,
  decided_by: Type.String(),
})
const Picture = Type.Object({
  id: Type.String(),
  path: Type.String({ description: 'URL of the picture; needs no token and expires' }),
  image_width: Type.Integer(),
  image_height: Type.Integer(),
})

export const Objection = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['OBJECTION']),
    created_at: Time,
    objection_link_id: Type.String(),
    inspection_id: Type.String({ description: 'of a comparison: the later one' }),
    comparison_id: Nullable(Type.String()),
    damage_id: Nullable(Type.String({ description: 'the damage it is about' })),
    place_id: Nullable(Type.String({ description: 'the place of the comparison it is about' })),
    about: Nullable(
      Type.String({ description: 'the finding as the person read it; null: about everything' }),
    ),
    text: Type.String({ description: "the person's words" }),
    pictures: Type.Array(Picture),
    status: OneOf(STATUSES),
    due_at: Type.String({ description: 'by when an answer was promised; ISO 8601, UTC' }),
    is_overdue: Type.Boolean({ description: 'whether it is open and the promised time has passed' }),
    decision: Nullable(Decision),
    earlier_decisions: Type.Array(Decision, { description: 'that a later one replaced, oldest first' }),
    version: Version,
  },
  { $id: 'Objection' },
)
export type Objection = Static<typeof Objection>

export const ObjectionList = Type.Object({ data: Type.Array(Type.Ref('Objection')), paging: Paging })
export const ObjectionQuery = Closed({
  ...PageQuery('objection'),
  inspection_id: Type.Optional(IdOf('inspection', { description: 'only objections to this inspection' })),
  comparison_id: Type.Optional(IdOf('comparison', { description: 'only objections to this comparison' })),
  status: Type.Optional(OneOf(STATUSES, { description: 'only open or only decided ones' })),
  is_overdue: Type.Optional(
    Type.Boolean({ description: 'only those whose answer is overdue, or the others' }),
  ),
})
export type ObjectionQuery = Static<typeof ObjectionQuery>
export const ObjectionParams = Type.Object({ objection_id: IdOf('objection') })

export const CreateObjectionDecision = Closed({
  decision: OneOf(DECISIONS),
  reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'the person reads it' }),
})
export type CreateObjectionDecision = Static<typeof CreateObjectionDecision>

export const ObjectionSettings = Type.Object(
  {
    object_type: OneOf(['OBJECTION_SETTINGS']),
    answer_days: Type.Integer({
      description: `days within which an answer is promised; ${ANSWER_DAYS} until someone sets it`,
    }),
    version: Type.Integer({ minimum: 0, description: 'increases with every change; 0 before the first' }),
    updated_at: Nullable(Time),
    updated_by: Nullable(Type.String()),
  },
  { $id: 'ObjectionSettings' },
)
export type ObjectionSettings = Static<typeof ObjectionSettings>

export const UpdateObjectionSettings = Closed({ answer_days: Type.Integer({ minimum: 1, maximum: 365 }) })
export type UpdateObjectionSettings = Static<typeof UpdateObjectionSettings>
