import type { Schema } from '../../core/contracts/openapi-document.ts'

const KINDS = [
  'inspections',
  'images',
  'views',
  'damages',
  'parts',
  'tasks',
  'vehicles',
  'renderedOutputs',
  'severityResults',
  'pricings',
  'wheelAnalysis',
  'documents',
  'reports',
  'errorMessages',
  'historyEntries',
  'estimates',
] as const

const RECORDS: Schema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' } },
    additionalProperties: true,
  },
}

/** The normalised form of every answer. */
export const ENTITIES: Schema = {
  type: 'object',
  description:
    'A normalized response: each record appears once, by kind and ID, and other records refer to it by ID. Keys are in camelCase.',
  required: ['entities', 'result'],
  properties: {
    entities: {
      type: 'object',
      required: [...KINDS],
      properties: Object.fromEntries(KINDS.map((kind) => [kind, RECORDS])),
      // A kind that is added later gets a map of its own.
      additionalProperties: RECORDS,
    },
    result: {
      description: 'ID of the main record, or the ordered IDs of a list; null if there is none',
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }],
    },
    paging: { type: 'object', description: 'of a list', additionalProperties: true },
  },
  // What is no record keeps its place, such as `total` of a count.
  additionalProperties: true,
}
