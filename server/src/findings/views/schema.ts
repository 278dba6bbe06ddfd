import { type Static, Type } from 'typebox'
import { Closed, Deleted, IdOf, Nullable, OneOf, Reason, Time, Version } from '../../core/contracts/schema.ts'
import { CreateImage } from '../../inspection/images/schema.ts'
import { Effect } from '../pricing/estimate-effect.ts'
import { type BoundingBox, COORDINATE_MAX, POINTS_MAX, POLYGONS_MAX, type Polygons } from './region.ts'

const Coordinate = Type.Number({ minimum: -COORDINATE_MAX, maximum: COORDINATE_MAX })
const Length = Type.Number({ minimum: 0, maximum: COORDINATE_MAX })

const GivenBox = Closed({ xmin: Coordinate, ymin: Coordinate, width: Length, height: Length })
const GivenPolygons = Type.Array(
  Type.Array(Type.Array(Coordinate, { minItems: 2, maxItems: 2 }), { maxItems: POINTS_MAX }),
  { maxItems: POLYGONS_MAX, description: `points [x, y]; at most ${POINTS_MAX} in total` },
)

const { acquisition, name, rotate_image_before_upload, additional_data } = CreateImage.properties

/** One of the oldest clients sends `{}` here; that is answered by name, not as a mistake in the schema. */
const NewImage = Closed({
  acquisition: Type.Optional(Nullable(acquisition)),
  name,
  rotate_image_before_upload,
  additional_data,
})

export const CreateView = Closed({
  image_id: Type.Optional(Nullable(IdOf('image'))),
  new_image: Type.Optional(Nullable(NewImage)),
  damage_id: IdOf('damage'),
  polygons: Type.Optional(Nullable(GivenPolygons)),
  bounding_box: Type.Optional(Nullable(GivenBox)),
  reason: Reason,
})
export type CreateView = Static<typeof CreateView>

export const UpdateView = Closed({
  polygons: Type.Optional(Nullable(GivenPolygons)),
  bounding_box: Type.Optional(Nullable(GivenBox)),
  reason: Reason,
})
export type UpdateView = Static<typeof UpdateView>

const Box = Type.Unsafe<BoundingBox>(
  Type.Object({ xmin: Type.Number(), ymin: Type.Number(), width: Type.Number(), height: Type.Number() }),
)
const AllPolygons = Type.Unsafe<Polygons>(Type.Array(Type.Array(Type.Array(Type.Number()))))

const fields = {
  id: Type.String(),
  object_type: OneOf(['VIEW']),
  created_at: Time,
  deleted_at: Nullable(Time),
  created_by: Type.String({ description: '`algo` for a model, otherwise the author' }),
  element_id: Type.String({ description: 'ID of the visible damage or part' }),
  image_region: Type.Object({
    id: Type.String(),
    object_type: OneOf(['IMAGE_REGION']),
    image_id: Type.String(),
    specification: Type.Object({ bounding_box: Box, polygons: Type.Optional(AllPolygons) }),
  }),
  rendered_outputs: Type.Array(Type.Ref('RenderedOutput')),
  confidence: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'confidence of the model; absent if a person drew the region',
    }),
  ),
  is_user_modified: Type.Boolean({ description: 'whether a person redrew the region' }),
  version: Version,
}

export const View = Type.Object(fields, { $id: 'View' })
export type View = Static<typeof View>

/** What a correction answers: also the flat names of the interface specification. */
export const DrawnView = Type.Object({
  ...fields,
  inspection_id: Type.String(),
  image_id: Type.String(),
  damage_id: Type.Optional(Type.String({ description: 'absent for a view of a part' })),
  bounding_box: Box,
  polygons: AllPolygons,
})
export type DrawnView = Static<typeof DrawnView>

export const CorrectedView = Type.Object({ ...DrawnView.properties, ...Effect })
export type CorrectedView = Static<typeof CorrectedView>

/** People mark damages only. */
export const CreatedView = Type.Object({ ...CorrectedView.properties, damage_id: Type.String() })
export type CreatedView = Static<typeof CreatedView>

export const DeletedView = Type.Object({ ...Deleted('VIEW').properties, ...Effect })
export type DeletedView = Static<typeof DeletedView>

export const ViewsParams = Type.Object({ inspection_id: IdOf('inspection') })
export const ViewParams = Type.Object({ inspection_id: IdOf('inspection'), view_id: IdOf('view') })
