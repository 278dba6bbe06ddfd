import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapiDocument } from '../../../generate/openapi.ts'
import { createAnswerSchemas } from '../../../test/answer-schema.ts'
import { createWorld, prepare, send, type World } from '../../../test/example-world.ts'
import { createInspection } from '../../../test/factories.ts'
import { type OwnOptions, type Service, startOwnService } from '../../../test/own-service.ts'
import { EXAMPLE_VALUES } from '../../core/contracts/examples.ts'
import {
  type Document,
  JSON_TYPE,
  operationsOf,
  PROBLEM_TYPE,
} from '../../core/contracts/openapi-document.ts'
import { type CompleteExample, EXAMPLES } from './examples.ts'

const document: Document = JSON.parse(await openapiDocument())
const operations = new Map(operationsOf(document).map((placed) => [placed.operation.operationId, placed]))
const schemas = createAnswerSchemas(document)

type Placed = ReturnType<typeof operationsOf>[number]
/** A service with its worker, a world that examples share which only read, and by what has happened, one that others go on with. */
type Ground = { service: Service; untouched: World; changed: Map<string, World> }
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
  return { service, untouched: await createWorld(service), changed: new Map() }
}

/** Models take longer to look at a picture than all else of a world takes, and few examples show what they say. */
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

/** What must have happened and takes nothing away: other examples go on with the same inspection. */
const ADDS =
  /^(capture (link|opened|plate)|objection|estimate made|damages rendered|report made|report uploaded)/

/** After these, others would miss something, or find a task, a hold or a decision that they do not expect. */
const usesUp = ({ method, path }: Placed, { status }: CompleteExample): boolean =>
  status < 400 &&
  method !== 'GET' &&
  (method === 'DELETE' ||
    /\/(comparisons\/\{comparison_id\}\/pdf|delete|restore|erasures|hold|validate|runs|replay|finish|decisions|tasks\/\{task_name\})$/.test(
      path,
    ))

/** The world in which what the example needs has happened, of examples before it where they have left one. */
async function takeWorld(ground: Ground, placed: Placed, example: CompleteExample): Promise<World> {
  const { service, untouched, changed } = ground
  if (leavesAlone(placed, example)) return prepare(service, untouched, example)
  const { after = '' } = example
  const world = changed.get(after) ?? (await makeWorld(ground, example))
  // What came of it, in the same inspection, is used up as well.
  if (usesUp(placed, example))
    for (const [name, other] of changed) if (inspectionOf(other) === inspectionOf(world)) changed.delete(name)
  return world
}

async function makeWorld({ service, changed }: Ground, example: CompleteExample): Promise<World> {
  const { after = '' } = example
  const adds = ADDS.test(after)
  const start = (adds && changed.get('')) || (await createWorld(service))
  if (adds) changed.set('', start)
  const world = await prepare(service, start, example)
  changed.set(after, world)
  return world
}

const inspectionOf = (world: World): string | undefined =>
  world.find(([inExample]) => inExample === EXAMPLE_VALUES.inspection_id)?.[1]

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
        const ground = groundOf(example)
        const world = await takeWorld(ground, placed, example)
        const answer = await send(ground.service, world, placed, example)
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
