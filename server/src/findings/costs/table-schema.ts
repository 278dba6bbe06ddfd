import { type Static, Type } from 'typebox'
import { Closed, Nullable } from '../../core/contracts/schema.ts'

/** What the source of a figure says when nobody has measured it. */
export const STARTING_VALUE = 'starting value, calibrate on closed invoices'

const Source = Type.String({ minLength: 1 })
const Minor = Type.Integer({ minimum: 0, maximum: 1e9 })
const Hours = Type.Number({ minimum: 0, maximum: 1_000 })
const Share = Type.Number({ minimum: 0, maximum: 1 })
const Millimetres = Type.Integer({ minimum: 1, maximum: 10_000 })

const Rate = Closed({ minor_per_hour: Minor, source: Source })
const BodyHours = Closed({ base: Hours, per_dm2: Hours, source: Source })

/** One part, or all parts whose names begin alike: `door` is the row of `door_front_left`. */
const Row = Closed({
  /** Null for what is never painted. */
  refinish_hours: Nullable(Hours),
  /** What another firm asks for making a wheel good; null for what is no wheel. */
  refurbish_minor: Nullable(Minor),
  replace: Closed({ part_minor: Minor, hours: Hours }),
  source: Source,
})
export type TableRow = Static<typeof Row>

/** Price by size (rows) and number of dents (columns). */
const Matrix = Closed({ minor: Type.Array(Type.Array(Minor)), source: Source })

/** The figures of one region in one currency, all before tax. */
export const Table = Closed({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }),
  version: Type.String({ minLength: 1, maxLength: 40 }),
  region: Type.String({ pattern: '^[A-Z]{2}$' }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  valid_from: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  sources: Type.Array(
    Closed({ id: Source, text: Source, date: Nullable(Type.String()), url: Nullable(Type.String()) }),
  ),
  not_for_vehicle_types: Type.Array(Type.String()),
  rates: Closed({ body: Rate, paint: Rate, material: Rate }),
  part_markup: Closed({ share: Share, source: Source }),
  tax: Closed({ rate: Share, source: Source }),
  /** The error bar of a size that came without one, and what is assumed where there is no size. */
  size: Closed({
    error_share: Share,
    unknown_mm: Closed({ low: Millimetres, likely: Millimetres, high: Millimetres }),
    source: Source,
  }),
  /** How much of the square over its longest side a damage fills. */
  area: Closed({ share_of_square: Share, source: Source }),
  /** A finding that nobody has confirmed is priced from this confidence on. */
  confidence: Closed({ min: Share, source: Source }),
  polish: Closed({
    max_mm: Millimetres,
    max_per_part: Type.Integer({ minimum: 1 }),
    hours: Hours,
    source: Source,
  }),
  /** Paintless dent repair. A matrix has the name of a row, or `other`. */
  pdr: Closed({
    max_mm: Millimetres,
    sizes_mm: Type.Array(Millimetres, { minItems: 1 }),
    counts: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }),
    matrices: Type.Record(Type.String(), Matrix),
    source: Source,
  }),
  body_hours: Closed({ structural: BodyHours, metal: BodyHours, paint: BodyHours }),
  overlap: Closed({ adjacent_hours: Hours, other_hours: Hours, source: Source }),
  clear_coat: Closed({ first_share: Share, further_share: Share, max_hours: Hours, source: Source }),
  blend: Closed({ share: Share, panels: Type.Integer({ minimum: 0, maximum: 4 }), source: Source }),
  /** A repair that costs this share of a replacement is one. */
  replace: Closed({ share: Share, source: Source }),
  severity: Closed({ extent_mm: Millimetres, source: Source }),
  total_loss: Closed({ share: Type.Number({ minimum: 0, maximum: 2 }), source: Source }),
  rows: Type.Record(Type.String(), Row),
  /** Rows of their own for some vehicles, by brand, by type or by both. The first entry that means the vehicle counts. */
  vehicles: Type.Optional(
    Type.Array(
      Closed({
        brands: Type.Optional(Type.Array(Source, { minItems: 1 })),
        vehicle_types: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
        rows: Type.Record(Type.String(), Row),
      }),
    ),
  ),
})
export type Table = Static<typeof Table>
