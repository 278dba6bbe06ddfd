import { expect, it } from 'vitest'
import { openapiDocument } from '../../../generate/openapi.ts'
import { createAnswerSchemas } from '../../../test/answer-schema.ts'
import { EVENT_TYPES, EVENTS } from '../../core/contracts/event-types.ts'
import { type Document, JSON_TYPE, operationsOf } from '../../core/contracts/openapi-document.ts'

const document: Document = JSON.parse(await openapiDocument())
const schemas = createAnswerSchemas(document)
const webhooks = Object.entries(document.webhooks ?? {})

it('the document lists every event that webhooks send, and none of those that only streams tell', () => {
  const onlyStreams = EVENT_TYPES.filter((type) => type.endsWith('.progressed'))
  expect(onlyStreams).toEqual(['task.progressed', 'report.progressed', 'capture_link.progressed'])
  expect(webhooks.map(([type]) => type)).toEqual(EVENT_TYPES.filter((type) => !onlyStreams.includes(type)))
})

it.each(webhooks)(
  '%s: its example fits its schema, and tells every field of the payload',
  (type, { post }) => {
    const { schema = {}, examples = {} } = post?.requestBody?.content[JSON_TYPE] ?? {}
    const [example] = Object.values(examples)
    expect(schemas.mistakes(schema, example?.value)).toEqual([])
    expect(example?.value).toMatchObject({ type, data: { inspection_id: expect.any(String) } })
    const told = EVENTS[type as keyof typeof EVENTS].payload.properties
    expect(Object.keys(Object(example?.value).data)).toEqual(['inspection_id', ...Object.keys(told)])
  },
)

it('streams are documented as such: without an entity tag, and with the header that resumes them', () => {
  const streams = operationsOf(document).filter(({ operation }) => operation.operationId.startsWith('stream'))
  expect(streams.map(({ path }) => path)).toEqual(['/v1/events', '/v1/inspections/{inspection_id}/events'])
  for (const { operation } of streams) {
    expect(Object.keys(operation.responses['200']?.content ?? {})).toEqual(['text/event-stream'])
    expect(operation.responses['304']).toBeUndefined()
    expect(operation.responses['200']?.headers).not.toHaveProperty('ETag')
    const headers = operation.parameters?.filter((parameter) => parameter.in === 'header')
    expect(headers?.map(({ name }) => name)).toEqual(['last-event-id'])
  }
})
