import {
  type Answer,
  type Content,
  type Document,
  type Operation,
  operationsOf,
  type Parameter,
  type Reference,
  readOperation,
  type Schema,
  type WrittenOperation,
} from '../../core/contracts/openapi-document.ts'
import { nameResponses } from './response-names.ts'
import { keyOf, listNamedSchemas, pascalCase, requireNames } from './schema-names.ts'

/** How the document writes each part: as it is, or as a reference to where it stands under its name. */
type Writer = {
  schema: (schema: Schema) => Schema
  parameter: (parameter: Parameter) => Parameter | Reference
  answer: (answer: Answer) => Answer | Reference
}

/** Writes once what stands in several places, under a name that generated clients can use. */
export function nameParts(document: Document): Document {
  const operations = operationsOf(document)
  const schemas = listNamedSchemas(document)
  const names = new Map([...schemas].map(([name, schema]) => [keyOf(schema), name]))
  const parameters = listSharedParameters(document)
  const parameterNames = new Map([...parameters].map(([name, one]) => [JSON.stringify(one), name]))
  const events = webhooksOf(document)
  const responses = nameResponses([...operations, ...events].map(({ operation }) => operation))
  const writer: Writer = {
    schema: (schema) => writeSchema(schema, names),
    parameter: (parameter) =>
      referTo('parameters', parameterNames.get(JSON.stringify(parameter))) ?? parameter,
    answer: (answer) => referTo('responses', responses.get(answer)) ?? writeAnswer(answer, writer),
  }
  const written = Object.fromEntries(
    [...schemas].map(([name, schema]) => [name, writeInside(schema, writer.schema)]),
  )
  requireNames(written)
  const paths: Document['paths'] = {}
  for (const { method, path, operation } of operations)
    paths[path] = { ...paths[path], [method.toLowerCase()]: writeOperation(operation, writer) }
  const webhooks = events.map(({ type, operation }) => [type, { post: writeOperation(operation, writer) }])
  return {
    ...document,
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: {
      ...document.components,
      schemas: sortByName(Object.entries(written)),
      parameters: sortByName([...parameters]),
      responses: sortByName([...responses].map(([answer, name]) => [name, writeAnswer(answer, writer)])),
    },
  }
}

function webhooksOf(document: Document) {
  return Object.entries(document.webhooks ?? {}).flatMap(([type, { post }]) =>
    post ? [{ type, operation: readOperation(document, post) }] : [],
  )
}

function sortByName<T>(entries: [string, T][]): Record<string, T> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function referTo(kind: string, name: string | undefined): Reference | undefined {
  return name === undefined ? undefined : { $ref: `#/components/${kind}/${name}` }
}

/** Parameters that several operations take. One of the same name that differs stays where it is. */
function listSharedParameters(document: Document): Map<string, Parameter> {
  const all = [
    ...operationsOf(document).map(({ operation }) => operation),
    ...webhooksOf(document).map(({ operation }) => operation),
  ].flatMap(({ parameters = [] }) => parameters)
  const alike = [...Map.groupBy(all, (parameter) => JSON.stringify(parameter)).values()]
  const shared = new Map<string, Parameter>()
  for (const [parameter, ...others] of alike.toSorted((a, b) => b.length - a.length)) {
    if (!parameter || others.length === 0) continue
    const name = pascalCase(parameter.name.replaceAll('-', '_').toLowerCase())
    if (!shared.has(name)) shared.set(name, parameter)
  }
  return shared
}

function writeOperation(operation: Operation, writer: Writer): WrittenOperation {
  const { parameters, requestBody, responses, ...own } = operation
  return {
    ...own,
    ...(parameters ? { parameters: parameters.map(writer.parameter) } : {}),
    ...(requestBody
      ? { requestBody: { ...requestBody, content: writeContent(requestBody.content, writer) } }
      : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [status, writer.answer(answer)]),
    ),
  }
}

function writeAnswer(answer: Answer, writer: Writer): Answer {
  return answer.content ? { ...answer, content: writeContent(answer.content, writer) } : answer
}

function writeContent(content: Content, writer: Writer): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema, ...rest }]) => [
      type,
      { ...(schema ? { schema: writer.schema(schema) } : {}), ...rest },
    ]),
  )
}

function writeSchema(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  const reference = referTo('schemas', names.get(keyOf(schema)))
  if (!reference) return writeInside(schema, (inner) => writeSchema(inner, names))
  const { description } = schema
  return description === undefined ? reference : { ...reference, description }
}

function writeInside(schema: Schema, write: (inner: Schema) => Schema): Schema {
  const { properties, patternProperties, additionalProperties, items, anyOf, allOf } = schema
  const all = (fields: Record<string, Schema>) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, write(field)]))
  return {
    ...schema,
    ...(properties ? { properties: all(properties) } : {}),
    ...(patternProperties ? { patternProperties: all(patternProperties) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: write(additionalProperties) }
      : {}),
    ...(items ? { items: write(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(write) } : {}),
    ...(allOf ? { allOf: allOf.map(write) } : {}),
  }
}
