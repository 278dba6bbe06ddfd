import { type Static, Type } from 'typebox'
import { CHECK_DIGITS, OCR_IMAGE_TYPES, type Point } from '../../core/contracts/findings.ts'
import { Free, Nullable, OneOf, Time } from '../../core/contracts/schema.ts'

const Confidence = Type.Number({ minimum: 0, maximum: 1 })

const Reading = Type.Object({
  value: Type.String(),
  confidence: Confidence,
  candidates: Type.Array(Type.Object({ value: Type.String(), confidence: Confidence })),
})

const Content = Type.Object({
  lines: Type.Array(
    Type.Object({
      text: Type.String(),
      confidence: Confidence,
      polygon: Type.Unsafe<Point[]>({
        type: 'array',
        items: { type: 'array', items: { type: 'number' } },
        description: 'corners around the line, in pixels of the upright picture',
      }),
    }),
    { description: 'all text on the picture, in reading order' },
  ),
  vin: Nullable(
    Type.Object({
      ...Reading.properties,
      check_digit: OneOf(CHECK_DIGITS),
      decoded: Type.Optional(
        Type.Object(
          {
            region: Nullable(Type.String()),
            country: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2' })),
            manufacturers: Type.Array(Type.String()),
            model_years: Type.Array(Type.Integer()),
          },
          { description: 'vehicle details decoded from the number; several values if it is ambiguous' },
        ),
      ),
    }),
  ),
  plate: Nullable(Type.Object({ ...Reading.properties, country: Nullable(Type.String()) })),
  fields: Type.Record(Type.String(), Reading, { description: 'fields of the document by their names' }),
})
export type DocumentContent = Static<typeof Content>

export const Document = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['DOCUMENT']),
    inspection_id: Type.String(),
    created_at: Time,
    deleted_at: Nullable(Time),
    image_id: Type.String(),
    type: Nullable(
      OneOf(OCR_IMAGE_TYPES, { description: 'content of the picture, as declared by the client' }),
    ),
    content: Content,
    additional_data: Free,
  },
  { $id: 'Document' },
)
export type Document = Static<typeof Document>
