import { camelCase, FREE, MAPS, mapName } from '../src/normalize.ts'
import { type Document, JSON_TYPE, operationsOf, resolve, type Schema, successOf } from './document.ts'
import { descriptionOf, type Field, fieldsText, typeText, union, type Writer } from './schema-text.ts'

/** By kind of record: every field that some answer shows. */
export type Records = Map<string, Map<string, Field>>

/** What a map holds, in one word. */
const recordName = (map: string): string =>
  map.charAt(0).toUpperCase() +
  (map === 'wheelAnalysis' ? map : map.replace(/ies$/, 'ys').replace(/s$/, '')).slice(1)

type Properties = Record<string, Schema>
const TEXT: Schema = { type: 'string' }

/** The shapes that `normalize` gives its records, told of schemas: keep both alike. */
const RESHAPE: Record<string, (own: Properties, document: Document) => Properties> = {
  vehicles: ({ serie, mileage_value, mileage_unit, market_value_value, market_value_unit, ...own }) =>
    serie ? { ...own, series: serie } : own,
  views: ({ image_region = {}, ...own }, document) => {
    const {
      id: _,
      object_type: __,
      specification,
      ...region
    } = resolve(document, image_region).properties ?? {}
    return { ...region, ...specification?.properties, ...own, image_region_id: TEXT }
  },
  reports: ({ report_id, ...own }) => (report_id ? { ...own, inspection_id: TEXT } : own),
  damages: ({ part_ids, ...own }) => (part_ids ? { ...own, parts: part_ids } : own),
  images: ({ inspection_id, ...own }) => own,
}

/** Fields that no schema tells, or tells only as "some object". */
const TOLD: Record<string, Record<string, string>> = {
  inspections: {
    damageAreas: '{ id?: string; relevantElements?: string[] }[]',
    pricing: 'Record<string, { details: Record<string, string>; totalPrice?: number | null }> | null',
  },
  vehicles: { mileage: 'Amount | null', marketValue: 'Amount | null' },
  images: {
    inspection: '{ id: string }',
    damageArea: '{ id?: string; relevantElements?: string[] }',
    detailedViewpoint:
      '{ isExterior?: boolean | null; distance?: string | null; centersOn?: string | string[] }',
    views: 'string[]',
  },
  tasks: {
    damageScoreThreshold: 'number',
    scoring: 'Record<string, unknown>',
    errorMessages: 'string[]',
  },
  views: { damageId: 'string', partId: 'string' },
  damages: { relatedImages: 'RelatedImage[]' },
  parts: { relatedImages: 'RelatedImage[]' },
  errorMessages: { message: 'string', errorCode: 'number', traceId: 'string', code: 'string' },
}

/** Reads from every answer of the document which records there are and what they show. */
export function readRecords(document: Document, names: Writer['names']): Records {
  const records: Records = new Map(Object.values(MAPS).map((map) => [map, newFields()]))
  const seen = new Set<Schema>()
  const plain: Writer = { document, names, keyOf: (key) => key }
  const writer: Writer = { document, names, keyOf: camelCase, instead }

  function instead(given: Schema, key: string): string | undefined {
    const schema = resolve(document, given)
    // What a client or a model wrote keeps its keys.
    if (FREE.has(key)) return typeText(plain, schema, key)
    const map = mapOf(schema, key)
    if (map === undefined) return undefined
    addRecord(map, schema)
    return 'string'
  }

  function addRecord(map: string, schema: Schema): void {
    if (seen.has(schema)) return
    seen.add(schema)
    const fields = records.get(map) ?? newFields()
    records.set(map, fields)
    const { object_type: _, estimate_effect: __, ...given } = schema.properties ?? {}
    delete given.id
    for (const [key, field] of Object.entries(RESHAPE[map]?.(given, document) ?? given)) {
      const name = camelCase(key)
      const text = TOLD[map]?.[name] ?? typeText(writer, field, key)
      const before = fields.get(name)
      fields.set(name, {
        name,
        isOptional: true,
        text: before ? union([before.text, text]) : text,
        description: before?.description ?? descriptionOf(document, field),
      })
    }
  }

  for (const { operation } of operationsOf(document)) {
    const schema = successOf(operation)[JSON_TYPE]?.schema
    if (schema) typeText(writer, schema)
  }
  for (const [map, told] of Object.entries(TOLD))
    for (const [name, text] of Object.entries(told)) {
      const fields = records.get(map)
      if (fields && !fields.has(name))
        fields.set(name, { name, isOptional: true, text, description: undefined })
    }
  return records
}

/** One answer shows only a part of a record, so only its id is certain. */
function newFields(): Map<string, Field> {
  return new Map([['id', { name: 'id', isOptional: false, text: 'string', description: undefined }]])
}

/** The map an object goes to, by its own word or by the key it stands under, as `normalize` decides. */
export function mapOf(schema: Schema, key: string): string | undefined {
  const { id, object_type } = schema.properties ?? {}
  const kind = object_type?.enum?.[0]
  if (!id || kind === 'PDF_DATA') return undefined
  if (typeof kind === 'string') return mapName(kind)
  const named = key === 'vehicle' ? 'vehicles' : camelCase(key)
  return Object.values<string>(MAPS).includes(named) ? named : undefined
}

export function recordsText(records: Records): string {
  const always = new Set<string>(Object.values(MAPS))
  const types = [...records].map(
    ([map, fields]) => `export type ${recordName(map)} = ${fieldsText([...fields.values()])}`,
  )
  const maps = [...records.keys()].map(
    (map) => `  ${map}${always.has(map) ? '' : '?'}: Record<string, ${recordName(map)}>`,
  )
  return [
    ...types,
    '/** A map that has no question mark is always there, and empty when an answer holds no such record. */',
    `export type Entities = {\n${maps.join('\n')}\n}`,
  ].join('\n\n')
}
