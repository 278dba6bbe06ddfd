import { VIEWPOINTS } from '@walkaround/catalog/image-types'
import { type Static, Type } from 'typebox'
import { SCALE_SOURCES } from '../../core/contracts/findings.ts'
import { CENTER_ELEMENTS } from '../../core/contracts/part-types.ts'
import {
  Closed,
  Free,
  IdOf,
  Nullable,
  OneOf,
  PageQuery,
  Paging,
  Text,
  Time,
  Version,
} from '../../core/contracts/schema.ts'
import { TASK_STATUSES } from '../../core/contracts/tasks.ts'

const IMAGE_TYPES = ['beauty_shot', 'close_up', 'unknown'] as const
const ROTATIONS = ['NO_ROTATION', 'CLOCKWISE_90', 'CLOCKWISE_180', 'CLOCKWISE_270'] as const
const STRATEGIES = ['upload_multipart_form_keys', 'download_from_url'] as const

export const DamageArea = Closed({
  id: Type.Optional(Text),
  relevant_elements: Type.Optional(Type.Array(Text, { maxItems: 100 })),
})

const ImageTask = Closed({
  name: Type.String({ maxLength: 100 }),
  image_details: Type.Optional(Free),
  wait_for_result: Type.Optional(
    Type.Boolean({
      description:
        'wait for the result before answering; works for `compliances` and `odometer`, other results come with their task',
    }),
  ),
})

const DetailedViewpoint = Closed({
  centers_on: Type.Optional(
    Type.Unsafe<string | string[]>({ anyOf: [Text, Type.Array(Text, { maxItems: 100 })] }),
  ),
  is_exterior: Type.Optional(Nullable(Type.Boolean())),
  distance: Type.Optional(Nullable(Text)),
})

export const CreateImage = Closed({
  acquisition: Closed({
    strategy: OneOf(STRATEGIES, { description: 'whether the file is sent with the request or downloaded' }),
    file_key: Type.Optional(Type.String({ maxLength: 2_000, description: 'name of the file part' })),
    url: Type.Optional(Type.String({ maxLength: 2_000, description: 'public https URL of the picture' })),
  }),
  tasks: Type.Optional(
    Type.Array(
      Type.Unsafe<string | Static<typeof ImageTask>>({ anyOf: [Type.String({ maxLength: 100 }), ImageTask] }),
      { maxItems: 32, description: 'tasks that should analyze the picture, by name or with options' },
    ),
  ),
  name: Type.Optional(Nullable(Text)),
  image_type: Type.Optional(Nullable(OneOf(IMAGE_TYPES, { description: '`beauty_shot` by default' }))),
  image_subtype: Type.Optional(Nullable(OneOf(['close_up_part', 'close_up_damage']))),
  image_sibling_key: Type.Optional(Nullable(Text)),
  detailed_viewpoint: Type.Optional(
    Nullable(Type.Unsafe<string | Static<typeof DetailedViewpoint>>({ anyOf: [Text, DetailedViewpoint] })),
  ),
  compliances: Type.Optional(
    Nullable(
      Closed({
        image_quality_assessment: Type.Optional(Nullable(Free)),
        coverage_360: Type.Optional(Nullable(Closed({ sight_id: Type.Optional(Nullable(Text)) }))),
        zoom_level: Type.Optional(Nullable(Free)),
      }),
    ),
  ),
  damage_area: Type.Optional(
    Nullable(
      Type.Unsafe<number | string | Static<typeof DamageArea>>({ anyOf: [Type.Number(), Text, DamageArea] }),
    ),
  ),
  rotate_image_before_upload: Type.Optional(
    Nullable(OneOf(ROTATIONS, { description: 'rotates the picture before it is analyzed' })),
  ),
  additional_data: Type.Optional(Nullable(Free)),
})
export type CreateImage = Static<typeof CreateImage>

export const Image = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['IMAGE']),
    label: Type.String({
      description:
        'what the picture is called in the inspection, such as `P2`; given once, the same in console and report',
    }),
    inspection_id: Type.String(),
    created_at: Time,
    deleted_at: Nullable(Time),
    version: Version,
    path: Type.String({
      description:
        'URL of the picture as people see it, opens without a token; changes over time. Until models have looked for bystanders, it opens a coarse preview',
    }),
    name: Nullable(Type.String()),
    mimetype: Type.String(),
    captured_at: Nullable(Time),
    image_width: Type.Integer(),
    image_height: Type.Integer(),
    binary_size: Type.Integer(),
    sha256: Type.String({ description: 'digest of the uploaded file' }),
    image_type: OneOf(IMAGE_TYPES),
    image_subtype: Nullable(Type.String()),
    image_sibling_key: Nullable(Type.String()),
    detailed_viewpoint: Type.Optional(Free),
    rotate_image_before_upload: OneOf(ROTATIONS),
    damage_area: Type.Optional(Free),
    additional_data: Free,
    tasks: Type.Array(Type.String()),
    compliances: Type.Optional(Free),
    seen_from: Type.Optional(OneOf(VIEWPOINTS, { description: 'the side that a person says it shows' })),
    viewpoint: Type.Optional(
      Type.Object(
        { prediction: OneOf(VIEWPOINTS), confidence: Type.Number() },
        {
          description: 'direction the picture was taken from, by its pixels or the client; absent if unknown',
        },
      ),
    ),
    has_vehicle: Type.Optional(
      Type.Boolean({ description: 'absent while unknown or if it cannot be determined' }),
    ),
    odometer: Type.Optional(
      Type.Object(
        {
          value: Nullable(Type.Number()),
          unit: Nullable(OneOf(['km', 'miles'] as const)),
          confidence_score: Type.Number(),
          error: Nullable(Type.String()),
        },
        { description: 'reading of the task `odometer`' },
      ),
    ),
    damage_analysis: Type.Optional(
      Type.Object(
        {
          min_resolvable_mm: Nullable(Type.Number({ description: 'size of the smallest visible damage' })),
          scale_source: Nullable(OneOf(SCALE_SOURCES, { description: 'basis of sizes in centimeters' })),
          has_deployed_airbag: Type.Boolean(),
        },
        { description: 'result of the task `damage_detection` for the whole picture' },
      ),
    ),
    wheel_analysis: Type.Optional(Type.Ref('WheelAnalysis')),
    views: Type.Optional(Type.Array(Free)),
    rendered_outputs: Type.Optional(Type.Array(Type.Ref('RenderedOutput'))),
  },
  { $id: 'Image' },
)
export type Image = Static<typeof Image>

export const ImageParams = Type.Object({ inspection_id: IdOf('inspection'), image_id: IdOf('image') })
export const ImagesParams = Type.Object({ inspection_id: IdOf('inspection') })
export const ImageList = Type.Object({ data: Type.Array(Type.Ref('Image')), paging: Paging })
export const ImageListQuery = Closed(PageQuery('image'))
export const GetImageQuery = Closed({
  show_deleted_objects: Type.Boolean({
    default: false,
    description: 'return the image even if it is deleted',
  }),
})

export const UpdateImage = Closed({
  additional_data: Type.Optional(Free),
  seen_from: Type.Optional(
    Nullable(
      OneOf(VIEWPOINTS, {
        description:
          'the side of the vehicle that the picture shows, as a person says; counts more than its sight. `null` takes it back. Tasks use it from their next run on',
      }),
    ),
  ),
})
export type UpdateImage = Static<typeof UpdateImage>

export const OpenOriginal = Closed({
  reason: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'why it must be seen; anybody who reads the history sees it',
  }),
})
export type OpenOriginal = Static<typeof OpenOriginal>

export const OpenedOriginal = Type.Object({
  object_type: OneOf(['ORIGINAL']),
  image_id: Type.String(),
  path: Type.String({ description: 'URL of the picture with nothing hidden, opens without a token' }),
  expires_at: Time,
})
export type OpenedOriginal = Static<typeof OpenedOriginal>

export const PictureSettings = Type.Object(
  {
    object_type: OneOf(['PICTURE_SETTINGS']),
    hides_bystanders: Type.Boolean({
      description:
        'whether heads of people, other vehicles and their plates are hidden in what people see; true until someone sets it',
    }),
    keeps_own_plate: Type.Boolean({
      description:
        'whether the plate of the inspected vehicle stays visible, unless a capture profile decides; true until someone sets it',
    }),
    version: Type.Integer({ minimum: 0, description: 'increases with every change; 0 before the first' }),
    updated_at: Nullable(Time),
    updated_by: Nullable(Type.String()),
  },
  { $id: 'PictureSettings' },
)
export type PictureSettings = Static<typeof PictureSettings>

export const UpdatePictureSettings = Closed({
  hides_bystanders: Type.Optional(Type.Boolean()),
  keeps_own_plate: Type.Optional(Type.Boolean()),
})
export type UpdatePictureSettings = Static<typeof UpdatePictureSettings>

const AuthorizedStatuses = Type.Optional(
  Type.Array(OneOf(TASK_STATUSES), {
    maxItems: 20,
    description: 'statuses that all tasks of the image must have; NOT_STARTED by default',
  }),
)

/** Clients send a body with this DELETE; it may be missing. */
export const DeleteImage = Nullable(Closed({ authorized_tasks_statuses: AuthorizedStatuses }))
export type DeleteImage = Static<typeof DeleteImage>

export const DeleteImages = Closed({
  image_ids: Type.Array(IdOf('image'), { minItems: 1, maxItems: 100 }),
  authorized_tasks_statuses: AuthorizedStatuses,
})
export type DeleteImages = Static<typeof DeleteImages>

export const DeletedImages = Type.Object({
  message: Type.String(),
  deleted_image_ids: Type.Array(Type.String()),
  failed: Type.Array(Type.Object({ image_id: Type.String(), reason: OneOf(['not_found', 'image_in_use']) })),
})
export type DeletedImages = Static<typeof DeletedImages>

export const UpdateDamageArea = Closed({
  id: Type.Optional(Text),
  relevant_elements: Type.Array(OneOf(CENTER_ELEMENTS), { maxItems: 200 }),
})
export type UpdateDamageArea = Static<typeof UpdateDamageArea>

export const UpdatedDamageArea = Type.Object({
  id: Type.String(),
  object_type: OneOf(['DAMAGE_AREA']),
  relevant_elements: Type.Array(Type.String()),
})
