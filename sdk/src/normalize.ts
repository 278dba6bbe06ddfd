import type { Entities, Normalized } from './records.ts'

type Wire = Record<string, unknown>
type Main = { result: Normalized['result']; [field: string]: unknown }
type Maps = Record<string, Record<string, { id: string; [field: string]: unknown }>>

/** The map for each kind of object; a kind that is not here gets the plural of its own name. */
export const MAPS: Record<string, keyof Entities> = {
  INSPECTION: 'inspections',
  IMAGE: 'images',
  VIEW: 'views',
  DAMAGE: 'damages',
  PART: 'parts',
  TASK: 'tasks',
  VEHICLE: 'vehicles',
  RENDERED_OUTPUT: 'renderedOutputs',
  SEVERITY_RESULT: 'severityResults',
  PRICING: 'pricings',
  WHEEL_ANALYSIS: 'wheelAnalysis',
  DOCUMENT: 'documents',
  REPORT: 'reports',
  ERROR_MESSAGE: 'errorMessages',
  HISTORY_ENTRY: 'historyEntries',
  ESTIMATE: 'estimates',
}

/** Below these keys stands JSON of a client, or keys that are values themselves: all of it stays as it is. */
export const FREE: ReadonlySet<string> = new Set([
  'additional_data',
  'arguments',
  'callbacks',
  'compliances',
  'content',
  'details',
  'hours',
  'image_details',
  'label',
  'light_to_score',
  'owner_info',
  'repair_operation',
  'scoring',
  'sub_count',
])

/** An answer with nothing else says only that the thing is gone. */
const DELETED = new Set(['id', 'deleted', 'deleted_at', 'parts'])

const RESHAPE: Record<string, (own: Wire) => Wire> = {
  vehicles: (own) => withSeries(withAmount(withAmount(own, 'mileage'), 'market_value')),
  views: withRegion,
  // On the wire a report goes by the id of its inspection, which has many.
  reports: ({ report_id, ...own }) =>
    report_id === undefined ? own : { ...own, id: report_id, inspection_id: own.id },
  tasks: withOptions,
  damages: ({ part_ids, ...own }) => (part_ids === undefined ? own : { ...own, parts: part_ids }),
  images: ({ inspection_id, ...own }) =>
    inspection_id === undefined ? own : { ...own, inspection: { id: inspection_id } },
}

const isObject = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

export const camelCase = (key: string): string =>
  key.replace(
    /_([a-z0-9])([a-z0-9]*)/gi,
    (_, first: string, rest: string) => first.toUpperCase() + rest.toLowerCase(),
  )

/** The map of a kind: `DAMAGE_AREA` goes to `damageAreas`, `WEBHOOK_DELIVERY` to `webhookDeliveries`. */
export const mapName = (kind: string): string =>
  MAPS[kind] ?? `${camelCase(kind.toLowerCase())}s`.replace(/([^aeiou])ys$/, '$1ies')

/**
 * An answer of the service in the specification's form: records by kind and id, and the id of the main one. The
 * answer itself is not changed; what stays as it is is shared with it, not copied.
 */
export function normalize(wire: unknown): Normalized {
  const maps: Maps = Object.fromEntries(Object.values(MAPS).map((map) => [map, {}]))
  const answer = mainOf(maps, wire)
  joinRecords(maps, answer.result)
  // The service's schemas, not this code, decide which fields a record has and of which type.
  return { ...answer, entities: maps as unknown as Entities }
}

function mainOf(maps: Maps, wire: unknown): Main {
  if (Array.isArray(wire)) return listOf(maps, wire)
  if (!isObject(wire)) return { result: null }
  const { id, object_type, ...rest } = wire
  const map = mapOf(wire, '')
  // The echo of report data names the inspection but is no part of its record. All in it is the client's.
  if (object_type === 'PDF_DATA' && isText(id))
    return {
      result: id,
      pdfData: Object.fromEntries(Object.entries(rest).map(([key, item]) => [camelCase(key), item])),
    }
  if (map) {
    // What a correction does to the estimate is no part of the record that was corrected.
    const { estimate_effect, ...own } = wire
    const effect = estimate_effect === undefined ? {} : fieldsOf(maps, { estimate_effect })
    const result = addRecord(maps, map, own)
    // The specification shows the id of an inspection beside the result as well.
    return { ...(map === 'inspections' ? { id: result } : {}), ...effect, result }
  }
  const { data, deleted_image_ids, ...beside } = rest
  if (Array.isArray(data)) return { ...fieldsOf(maps, beside), ...listOf(maps, data) }
  if (Array.isArray(deleted_image_ids)) {
    const gone = deleted_image_ids.map((image) => ({ id: image, object_type: 'IMAGE', deleted: true }))
    return { ...fieldsOf(maps, beside), ...listOf(maps, gone) }
  }
  // Records keyed by name: one may stand under two names.
  const values = Object.values(wire)
  if (values.every((value) => value === null || (isObject(value) && mapOf(value, ''))))
    return { result: [...new Set(values.map((value) => walk(maps, value, '')).filter(isText))] }
  return { ...fieldsOf(maps, rest), result: isText(id) ? id : null }
}

/** What in a list is no record keeps its place in `data`. */
function listOf(maps: Maps, items: unknown[]) {
  const data = items.map((item) => walk(maps, item, ''))
  return data.every(isText) ? { result: data } : { result: data.filter(isText), data }
}

/** A record leaves its id where it stood. */
function walk(maps: Maps, value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(maps, item, key))
  if (!isObject(value)) return value
  const map = mapOf(value, key)
  return map ? addRecord(maps, map, value) : fieldsOf(maps, value)
}

/** Short forms of damages, parts and prices have no `object_type`; the key they stand under says what they are. */
function mapOf(value: Wire, key: string): string | undefined {
  const kind = value.object_type
  if (!isText(value.id)) return undefined
  if (isText(kind)) return mapName(kind)
  const named = key === 'vehicle' ? 'vehicles' : camelCase(key)
  return Object.values<string>(MAPS).includes(named) ? named : undefined
}

function fieldsOf(maps: Maps, value: Wire): Wire {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (FREE.has(key)) return [camelCase(key), item]
      return [camelCase(key), key === 'pricing' ? pricingOf(maps, item) : walk(maps, item, key)]
    }),
  )
}

/** Prices stand by methodology and part type. Those keys are values, so they stay; the prices are records. */
function pricingOf(maps: Maps, value: unknown): unknown {
  if (!isObject(value)) return value
  if (!('details' in value))
    return Object.fromEntries(
      Object.entries(value).map(([methodology, item]) => [methodology, pricingOf(maps, item)]),
    )
  const { details, ...rest } = value
  const prices = Object.entries(isObject(details) ? details : {})
  return {
    ...fieldsOf(maps, rest),
    details: Object.fromEntries(prices.map(([part, price]) => [part, walk(maps, price, 'pricings')])),
  }
}

/** The same record may stand in more than one place of an answer, and not always whole. */
function addRecord(maps: Maps, map: string, wire: Wire): string {
  const { object_type, ...given } = wire
  const own = RESHAPE[map]?.(given) ?? given
  const { deleted_at, ...gone } = own
  const fields =
    own.deleted === true && Object.keys(own).every((key) => DELETED.has(key))
      ? { ...(map === 'damages' ? { parts: [] } : {}), ...gone }
      : fieldsOf(maps, own)
  const id = String(own.id)
  const records = maps[map] ?? {}
  maps[map] = records
  records[id] = { ...records[id], ...fields, id }
  return id
}

/** A view is its region: the specification knows no other resource between a damage and an image. */
function withRegion({ image_region, ...own }: Wire): Wire {
  if (!isObject(image_region)) return own
  const { id, object_type, specification, ...region } = image_region
  return { ...region, ...(isObject(specification) ? specification : {}), ...own, image_region_id: id }
}

/** Two options have fields of their own in the specification. Options keep the spelling of the client who sent them. */
function withOptions(own: Wire): Wire {
  if (!isObject(own.arguments)) return own
  const { damage_score_threshold, damageScoreThreshold = damage_score_threshold, scoring } = own.arguments
  return {
    ...(damageScoreThreshold === undefined ? {} : { damage_score_threshold: damageScoreThreshold }),
    ...(scoring === undefined ? {} : { scoring }),
    ...own,
  }
}

function withSeries({ serie, ...own }: Wire): Wire {
  return serie === undefined ? own : { ...own, series: own.series ?? serie }
}

/** Clients read amounts flat or nested, by generation, so the wire has both; here it is `{value, unit}` or null. */
function withAmount(own: Wire, name: 'mileage' | 'market_value'): Wire {
  const { [name]: nested, [`${name}_value`]: flatValue, [`${name}_unit`]: flatUnit, ...rest } = own
  if (nested === undefined && flatValue === undefined && flatUnit === undefined) return own
  const inner = isObject(nested) ? nested : {}
  const value = inner.value ?? inner[`${name}_value`] ?? flatValue ?? null
  const unit = inner.unit ?? inner[`${name}_unit`] ?? flatUnit ?? null
  return { ...rest, [name]: value === null && unit === null ? null : { value, unit } }
}

/** Fields of the specification that the wire leaves to the reader to find by id. */
function joinRecords({ views, damages, parts }: Maps, result: unknown): void {
  for (const view of Object.values(views ?? {})) {
    const element = view.elementId
    if (!isText(element) || view.damageId !== undefined || view.partId !== undefined) continue
    if (parts?.[element]) view.partId = element
    // A view that is itself the answer was made by a client, and those are always of a damage.
    else if (damages?.[element] || result === view.id) view.damageId = element
  }
  for (const damage of Object.values(damages ?? {})) {
    const [part, ...others] = Array.isArray(damage.parts) ? damage.parts : []
    const type = others.length === 0 ? parts?.[part]?.partType : undefined
    if (damage.partType === undefined && type !== undefined) damage.partType = type
  }
}
