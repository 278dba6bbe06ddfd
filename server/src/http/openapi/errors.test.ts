import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../core/platform/log.ts'
import { createServer } from '../server.ts'
import { type DeclaredRoute, errorsOf, problemAnswers, reportUndeclared, UNDECLARED } from './errors.ts'

const read: DeclaredRoute = { method: 'GET', url: '/v1/things' }
const write: DeclaredRoute = { method: 'PATCH', url: '/v1/things/:thing_id' }

describe('errorsOf', () => {
  it('every operation can be refused before it is reached, and can fail', () => {
    const codes = [
      'request_malformed',
      'request_header_too_large',
      'media_type_unsupported',
      'internal_error',
      'unavailable',
    ]
    expect(errorsOf(read)).toEqual(expect.arrayContaining(codes))
  })

  it.each<[string, DeclaredRoute, string, boolean]>([
    ['a token', read, 'token_expired', true],
    ['a token', { ...read, schema: { security: [] } }, 'token_expired', false],
    ['a permission', read, 'permission_missing', true],
    ['a limit', read, 'rate_limited', true],
    ['no limit for pictures', { ...read, schema: { operationId: 'createImage' } }, 'rate_limited', false],
    ['no limit without a caller', { ...read, schema: { security: [] } }, 'rate_limited', false],
    ['an id in the path', write, 'not_found', true],
    ['no id at all', read, 'not_found', false],
    [
      'an id in the query',
      { ...read, schema: { querystring: { properties: { after: { 'x-resource': 'image' } } } } },
      'not_found',
      true,
    ],
    [
      'an id in the body',
      { ...read, schema: { body: { anyOf: [{ items: { 'x-resource': 'image' } }] } } },
      'not_found',
      true,
    ],
    ['a schema', { ...read, schema: { params: {} } }, 'request_invalid', true],
    ['no schema', read, 'request_invalid', false],
    ['a version', { ...write, config: { versioned: true } }, 'version_stale', true],
    ['a version', { ...write, config: { versioned: true } }, 'precondition_unsupported', false],
    ['no version', write, 'precondition_unsupported', true],
    ['no version', write, 'version_stale', false],
    ['a read has no precondition', read, 'precondition_unsupported', false],
    ['a key', write, 'idempotency_key_reused', true],
    ['no key', read, 'idempotency_key_reused', false],
    ['a picture', { ...write, config: { upload: 'image' } }, 'image_too_large', true],
    ['a report', { ...write, config: { upload: 'report' } }, 'report_too_large', true],
    ['a report is no picture', { ...write, config: { upload: 'report' } }, 'image_too_large', false],
    ['its own', { ...read, config: { errors: ['task_unknown'] } }, 'task_unknown', true],
    ['not of others', read, 'task_unknown', false],
  ])('%s', (_what, route, code, expected) => {
    expect(errorsOf(route).some((known) => known === code)).toBe(expected)
  })
})

describe('problemAnswers', () => {
  it('has one answer a status, with the codes of that status', () => {
    const answers = problemAnswers(['not_found', 'task_unknown', 'task_not_available'])
    expect(Object.keys(answers)).toEqual(['404', '422'])
    const [, restriction] = answers['422']?.content?.['application/problem+json']?.schema?.allOf ?? []
    expect(restriction?.properties?.code?.enum).toEqual(['task_unknown', 'task_not_available'])
  })
})

describe('reportUndeclared', () => {
  it('logs a problem that the operation does not declare, and only that', async () => {
    const lines: string[] = []
    const write = (chunk: unknown, _encoding: string, done: () => void) => {
      lines.push(String(chunk))
      done()
    }
    const app = createServer(createLog('warn', 'api', new Writable({ write })), 'https://host')
    reportUndeclared(app)
    app.get<{ Params: { code: string } }>('/things/:code', {
      config: { errors: ['task_unknown'] },
      schema: { operationId: 'getThing' },
      handler: async (request, reply) =>
        reply
          .code(422)
          .type('application/problem+json')
          .send(JSON.stringify({ code: request.params.code })),
    })
    await app.inject('/things/task_unknown')
    expect(lines).toEqual([])
    await app.inject('/things/image_corrupt')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: UNDECLARED, operation_id: 'getThing', code: 'image_corrupt' }),
    ])
    await app.close()
  })
})
