import type { Schema } from '../../core/contracts/openapi-document.ts'
import { type Html, html, inline } from '../../core/pages/html.ts'

const VALUES_SHOWN = 12

/** Of a request one wants to know which fields must be there, of an answer which ones may be missing. */
export type Side = 'request' | 'answer'

/** A schema as a nested list of fields. A named schema is not repeated but linked. */
export function schemaFields(schema: Schema, side: Side): Html {
  const shape = shapeOf(schema)
  const fields = Object.entries(shape.properties ?? {})
  if (fields.length === 0) return html`<p>${typeOf(schema)}${remark(schema)}</p>`
  const required = new Set(shape.required ?? [])
  return html`<dl class="fields">${fields.map(([name, field]) => fieldRow(name, field, required.has(name), side))}</dl>`
}

export function fieldRow(name: string, schema: Schema, required: boolean, side: Side, text?: string): Html {
  const inner = shapeOf(schema)
  const nested = inner.properties
    ? html`<dd class="nested"><details><summary>Fields of ${name}</summary>${schemaFields(inner, side)}</details></dd>`
    : ''
  return html`<div><dt>${name}${markOf(required, side)}</dt><dd><span class="type">${typeOf(schema)}</span>${remark(schema, text)}</dd>${nested}</div>`
}

function markOf(required: boolean, side: Side): Html | string {
  if (side === 'request') return required ? html`<span class="must">required</span>` : ''
  return required ? '' : html`<span class="mark">not always</span>`
}

/** The object behind arrays, maps and alternatives with null, whose fields are worth showing. */
function shapeOf(schema: Schema): Schema {
  if (schema.items) return shapeOf(schema.items)
  const { additionalProperties: others } = schema
  if (!schema.properties && typeof others === 'object') return shapeOf(others)
  const objects = (schema.anyOf ?? []).map(shapeOf).filter((part) => part.properties)
  return objects.length === 1 ? (objects[0] ?? schema) : schema
}

function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.anyOf) return joinHtml(schema.anyOf.map(typeOf), ' or ')
  if (schema.allOf) return joinHtml(schema.allOf.map(typeOf), ' and ')
  if (schema.type === 'array') return html`array of ${schema.items ? typeOf(schema.items) : 'anything'}`
  if (schema.contentMediaType) return html`bytes, ${schema.contentMediaType}`
  const { additionalProperties: others } = schema
  if (schema.type === 'object' && typeof others === 'object') return html`map of ${typeOf(others)}`
  if (schema.type === 'object' && others === true && !schema.properties) return html`any object`
  if (schema.enum?.length === 1) return html`<code>${String(schema.enum[0])}</code>`
  return html`${[schema.type ?? 'anything'].flat().join(' or ')}`
}

/** What a field says of itself beside its type: its text, its values, its limits. */
function remark(schema: Schema, text?: string): Html {
  const said = withoutNull(schema)
  const about = text ?? schema.description ?? said.description
  const bounds = boundsOf(said)
  return html`${about ? html` <span>${inline(sentence(about))}</span>` : ''}${valuesOf(said)}${bounds ? html` <span class="soft">${bounds}</span>` : ''}`
}

/** What a field that may be null says when it is not. */
function withoutNull(schema: Schema): Schema {
  const options = (schema.anyOf ?? []).filter((option) => option.type !== 'null')
  return options.length === 1 ? (options[0] ?? schema) : schema
}

function sentence(text: string): string {
  const upper = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(upper) ? upper : `${upper}.`
}

function valuesOf(schema: Schema): Html | string {
  const inner = schema.items ?? schema
  const values = inner.enum ?? []
  if (values.length < 2) return ''
  const list = joinHtml(
    values.map((value) => html`<code>${String(value)}</code>`),
    ' ',
  )
  if (values.length <= VALUES_SHOWN) return html` ${list}`
  return html`<details><summary>${values.length} values</summary>${list}</details>`
}

function boundsOf(schema: Schema): string {
  const said = [
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    schema.minimum === undefined ? '' : `at least ${schema.minimum}`,
    schema.maximum === undefined ? '' : `at most ${schema.maximum}`,
    schema.minItems === undefined ? '' : `at least ${schema.minItems} items`,
    schema.maxItems === undefined ? '' : `at most ${schema.maxItems} items`,
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength} characters`,
  ]
  return said.filter(Boolean).join(', ')
}

function joinHtml(pieces: readonly Html[], between: string): Html {
  return html`${pieces.map((piece, n) => (n === 0 ? piece : html`${between}${piece}`))}`
}
