import { camelCase } from '../src/normalize.ts'
import { type Document, resolve, type Schema } from './document.ts'
import { mapOf } from './record-fields.ts'
import { descriptionOf, fieldsText, typeText, type Writer } from './schema-text.ts'

export type Answer = {
  /** One id, ids, or none. */
  result: 'one' | 'many' | 'none'
  /** The map in which the main records are, where they are of one kind. */
  map: string | undefined
  isPaged: boolean
  /** What is no record and stands beside `result`, by its own name. */
  beside: { name: string; isOptional: boolean; text: string; description: string | undefined }[]
}

/** What `normalize` makes of an answer with this schema: keep both alike. */
export function readAnswer(writer: Writer, given: Schema): Answer {
  const { document } = writer
  const schema = resolve(document, given)
  const properties = schema.properties ?? {}
  const besides = (keys: string[]): Answer['beside'] =>
    keys.map((key) => ({
      name: camelCase(key),
      isOptional: !schema.required?.includes(key),
      text: typeText(writer, properties[key] ?? {}, key),
      description: descriptionOf(document, properties[key] ?? {}),
    }))
  const keys = Object.keys(properties)
  const map = mapOf(schema, '')
  if (map !== undefined)
    return {
      result: 'one',
      map,
      isPaged: false,
      beside: besides(
        keys.filter((key) => key === 'estimate_effect' || (key === 'id' && map === 'inspections')),
      ),
    }
  if (properties.object_type?.enum?.[0] === 'PDF_DATA') return pdfData(writer, schema)
  if (properties.data?.type === 'array') return list(document, properties, besides(keys.filter(isNoList)))
  if (properties.deleted_image_ids) {
    const others = keys.filter((key) => key !== 'deleted_image_ids')
    return { result: 'many', map: 'images', isPaged: false, beside: besides(others) }
  }
  const values = schema.additionalProperties
  const valueMap = typeof values === 'object' ? mapOf(resolve(document, values), '') : undefined
  if (keys.length === 0 && valueMap) return { result: 'many', map: valueMap, isPaged: false, beside: [] }
  const rest = keys.filter((key) => key !== 'id' && key !== 'object_type')
  return { result: properties.id ? 'one' : 'none', map: undefined, isPaged: false, beside: besides(rest) }
}

const isNoList = (key: string) => key !== 'data' && key !== 'paging'

function list(document: Document, properties: Record<string, Schema>, beside: Answer['beside']): Answer {
  const map = mapOf(resolve(document, properties.data?.items ?? {}), '')
  if (map === undefined) throw new Error('sdk/generate does not know a list of what is no record')
  return { result: 'many', map, isPaged: properties.paging !== undefined, beside }
}

/** The echo of report data names the inspection and stands beside, key by key. */
function pdfData(writer: Writer, schema: Schema): Answer {
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([key]) => !['id', 'object_type'].includes(key),
  )
  const text = fieldsText(
    fields.map(([key, field]) => ({
      name: camelCase(key),
      isOptional: true,
      text: typeText(writer, field, key),
      description: undefined,
    })),
  )
  const beside = [{ name: 'pdfData', isOptional: false, text, description: undefined }]
  return { result: 'one', map: undefined, isPaged: false, beside }
}
