import { type Static, Type } from 'typebox'
import { Closed, Nullable, OneOf, Text } from '../../core/contracts/schema.ts'

const Amount = Closed({ value: Type.Optional(Type.Number()), unit: Type.Optional(Text) })
const Line = Type.Optional(Nullable(Text))

/** Data for the report that no picture shows. */
export const PdfData = Closed({
  mileage: Type.Optional(Nullable(Amount)),
  // The specification shows a number here and an object in its sub-fields; both are read.
  market_value: Type.Optional(
    Nullable(Type.Unsafe<number | Static<typeof Amount>>({ anyOf: [Type.Number(), Amount] })),
  ),
  agent_first_name: Line,
  agent_last_name: Line,
  agent_company: Line,
  agent_company_city: Line,
  vehicle_owner_first_name: Line,
  vehicle_owner_last_name: Line,
  vehicle_owner_address: Line,
  vehicle_owner_phone: Line,
  vehicle_owner_email: Line,
  date_of_start: Line,
  date_of_validation: Line,
  vin_or_registering: Line,
  comment: Line,
  agent_signature_url: Line,
  vehicle_owner_signature_url: Line,
})
export type PdfData = Static<typeof PdfData>

/**
 * What is stored now, with the id of the inspection. Clients can also write it as `additional_data`, where nothing is
 * checked: the fields are these, their values can be anything.
 */
export const StoredPdfData = Closed({
  ...Object.fromEntries(
    Object.keys(PdfData.properties).map((field) => [field, Type.Optional(Type.Unknown())]),
  ),
  id: Type.String(),
  object_type: OneOf(['PDF_DATA']),
})
