import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapiDocument } from '../../generate/openapi.ts'
import { createAnswerSchemas } from '../../test/answer-schema.ts'
import { createWorld, prepare, send, type World } from '../../test/example-world.ts'
import { createInspection } from '../../test/factories.ts'
import { type OwnOptions, type Service, startOwnService } from '../../test/own-service.ts'
import { type Document, JSON_TYPE, operationsOf, PROBLEM_TYPE } from '../contracts/openapi-document.ts'
import { type CompleteExample, EXAMPLES } from './examples.ts'

const document: Document = JSON.parse(await openapiDocument())
const operations = new Map(operationsOf(document).map((placed) => [placed.operation.operationId, placed]))
const schemas = createAnswerSchemas(document)

type Placed = ReturnType<typeof operationsOf>[number]
/** A service with its worker, and a world that examples share which only read. */
type Ground = { service: Service; untouched: World }
let withModels: Ground
let without: Ground
const WHY = 'the examples name their organization'
const folder = mkdtempSync(join(tmpdir(), 'walkaround-no-models-'))
beforeAll(async () => {
  withModels = await openGround({ why: WHY })
  without = await openGround({ why: WHY, settings: { MODELS_DIR: folder } })
})
afterAll(async () => {
  for (const ground of [withModels, without]) await ground?.service.stop()
  rmSync(folder, { recursive: true })
})

async function openGround(options: OwnOptions): Promise<Ground> {
  const service = await startOwnService(options)
  await service.startWorker()
  // A second one, so that a page of one has a next page.
  await createInspection(service)
  return { service, untouched: await createWorld(service) }
}

/** Every example that writes has pictures of its own, and models take longer to look at one than all else of it takes. */
const groundOf = ({ answer }: CompleteExample): Ground =>
  /"has_vehicle"|"models"/.test(JSON.stringify(answer) ?? '') ? withModels : without

/** What these need is beside the inspection. */
const BESIDE = /^(webhook|inspection erased|audit|capture profile)/

/** What only reads, is refused, or is not about an inspection can share one world. */
function leavesAlone({ method, path }: Placed, { status, body, after }: CompleteExample): boolean {
  if (after && !BESIDE.test(after)) return false
  const names = path + JSON.stringify(body ?? {})
  return method === 'GET' || status >= 400 || !/\{(inspection|image|report)_id\}|_id"/.test(names)
}

describe('examples', () => {
  it('every operation has one that works, and no example is of something else', () => {
    const works = (examples: readonly CompleteExample[] = []) => examples.some(({ status }) => status < 400)
    expect([...operations.keys()].filter((id) => !works(EXAMPLES[id]))).toEqual([])
    expect(Object.keys(EXAMPLES).filter((id) => !operations.has(id))).toEqual([])
  })

  for (const [id, examples] of Object.entries(EXAMPLES))
    for (const example of examples)
      it(`${example.status} ${id}: ${example.summary}`, async () => {
        const placed = operations.get(id)
        if (!placed) throw new Error(`no operation ${id}`)
        const { service, untouched } = groundOf(example)
        const start = leavesAlone(placed, example) ? untouched : await createWorld(service)
        const world = await prepare(service, start, example)
        const answer = await send(service, world, placed, example)
        expect(answer.status, JSON.stringify(answer.body)).toBe(example.status)

        const declared = placed.operation.responses[example.status]?.content ?? {}
        const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
        expect(Object.keys(declared)).toContain(type)
        if (![JSON_TYPE, PROBLEM_TYPE].includes(type)) return
        const schema = declared[type]?.schema ?? {}
        expect(schemas.mistakes(schema, answer.body)).toEqual([])
        expect(schemas.mistakes(schema, example.answer)).toEqual([])
        expect(schemas.keys(schema, example.answer)).toEqual(schemas.keys(schema, answer.body))
        expect(answer.body.code).toBe(Reflect.get(example.answer ?? {}, 'code'))
      })
})
