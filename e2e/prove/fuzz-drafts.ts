import type { Random } from '../../testing/random.ts'
import type { FuzzDocument, FuzzOperation, Parameter, Schema } from './fuzz-document.ts'
import { meaningOf } from './fuzz-meanings.ts'
import { canaryOf, type FuzzParts, organizationOf, type Pool, type Thing } from './fuzz-pool.ts'
import { fromExample, mergeAll, SKIP, validValue, type Wishes } from './fuzz-values.ts'
import { neverId } from './tenant-requests.ts'

export type FilePart = { key: string; bytes: Buffer; mimetype: string }

/** A request before it is put into bytes, while its fields can still be changed one by one. */
export type Draft = {
  operation: FuzzOperation
  account: string | null
  params: Record<string, string>
  query: [string, string][]
  /** Undefined when the request has no body. */
  json: unknown
  file: FilePart | null
  /** Pieces of JSON text that no value can express; a mark in `json` stands for each. */
  marks: (string | Buffer)[]
  labels: string[]
  /** The mutators that had a hand in it. */
  used: string[]
  giant: boolean
}

/** How often an operation that takes both forms gets a file. By URL no picture can be had here; decoding costs. */
const MULTIPART_SHARES: Record<string, number> = {
  createImage: 0.95,
  createCapturePicture: 1,
  createView: 0.1,
  createReport: 0.5,
}

/** Of an inspection whose link a device has opened. */
const OF_CAPTURE = new Set(['getCapture', 'createCapturePicture', 'updateCaptureReading', 'finishCapture'])
/** Things of the organization: they stand in no inspection. */
const OF_ORGANIZATION = new Set(['capture_profile', 'erasure'])
/** Managers change these. Whoever reads may look at them, but for the secret. */
const FOR_MANAGERS =
  /^\/v1\/(webhook_endpoints|(comparisons|objections)\/settings|capture_profiles|capture_links$|erasures|retention|holds|exports|quotas$)|\/(hold|export)$/

/** All that a capture device may do beside creating inspections. */
const DEVICE_OPERATIONS = new Set(['createImage', 'updateTask', 'createTaskRun', 'replayTask'])

/** A request that should succeed. If something it needs does not exist yet, the request that makes it. */
export function createDraft(
  parts: FuzzParts,
  operation: FuzzOperation,
  random: Random,
  withFile = false,
  depth = 0,
): Draft {
  const organization = random.next() < 0.75 ? 'alder' : 'birch'
  const target = targetOf(parts, operation, organization, random)
  if (typeof target === 'string') {
    const creator = parts.document.creatorOf(target)
    if (creator && creator.id !== operation.id && depth < 3)
      return createDraft(parts, creator, random, false, depth + 1)
  }
  const thing = typeof target === 'object' ? target : undefined
  const account = accountFor(parts.pool, operation, thing, organization, random)
  const share = withFile ? 1 : (MULTIPART_SHARES[operation.id] ?? 0.5)
  const asMultipart = operation.multipart && random.next() < share
  const idOf = (kind: string) => idFor(parts.pool, kind, organization, random, thing)
  const wishes: Wishes = {
    random,
    document: parts.document,
    canary: canaryOf(organization),
    idOf,
    meaning: (way, schema) => meaningOf({ operation, random, parts, asMultipart, schema, idOf }, way),
  }
  const json = operation.json ? bodyOf(wishes, operation) : undefined
  return {
    operation,
    account: operation.needsToken ? account : null,
    params: paramsOf(parts, operation, thing, wishes),
    query: queryOf(operation, wishes),
    json: json === undefined && operation.multipart ? {} : json,
    file: asMultipart ? fileFor(parts, json, random) : null,
    marks: [],
    labels: [],
    used: [],
    giant: false,
  }
}

/** The thing in the path or in the body; the name of its kind when there is none; undefined when none is needed. */
function targetOf(parts: FuzzParts, operation: FuzzOperation, organization: string, random: Random) {
  const inPath = operation.parameters.flatMap(({ in: place, schema }) =>
    place === 'path' && schema['x-resource'] ? [schema['x-resource']] : [],
  )
  const deepest = inPath.at(-1)
  if (!deepest) return undefined
  if (operation.id === 'updateCaptureReading') return parts.pool.pick('unfinished', organization, random)
  if (OF_CAPTURE.has(operation.id)) return parts.pool.pick('captured', organization, random)
  const inBody = operation.json
    ? requiredKinds(parts.document, operation.json).filter((kind) => !OF_ORGANIZATION.has(kind))
    : []
  if (deepest === 'inspection' && inBody.length > 0)
    return meetingPlace(parts.pool, inBody, organization, random)
  const pick = operation.method === 'DELETE' ? 'pickEvenly' : 'pick'
  return parts.pool[pick](deepest, organization, random) ?? deepest
}

/** A thing in an inspection that has all these kinds, if a few tries find one. */
function meetingPlace(pool: Pool, kinds: readonly string[], organization: string, random: Random) {
  const [first = '', ...others] = kinds.toReversed()
  let thing: Thing | undefined
  for (let tries = 0; tries < 8; tries++) {
    thing = pool.pick(first, organization, random)
    if (!thing) return first
    const { inspection } = thing
    if (others.every((kind) => pool.pick(kind, organization, random, inspection))) return thing
  }
  return thing ?? first
}

/** The kinds of ids a body names. */
function requiredKinds(document: FuzzDocument, schema: Schema): string[] {
  const { properties = {} } = mergeAll(document, document.resolve(schema))
  return Object.values(properties).flatMap((property) => {
    const resolved = document.resolve(property)
    const shapes = [resolved, ...(resolved.anyOf ?? []), ...(resolved.items ? [resolved.items] : [])]
    return shapes.flatMap((shape) => (shape['x-resource'] ? [shape['x-resource']] : []))
  })
}

function idFor(pool: Pool, kind: string, organization: string, random: Random, thing?: Thing): string {
  if (thing?.kind === kind) return thing.id
  if (kind === 'inspection' && thing) return thing.inspection
  const near = thing ? pool.pick(kind, organization, random, thing.inspection) : undefined
  return (near ?? pool.pick(kind, organization, random))?.id ?? neverId()
}

/** Somebody who may: the manager, the owner, and a reader or a device where that is enough. */
function accountFor(
  pool: Pool,
  operation: FuzzOperation,
  thing: Thing | undefined,
  organization: string,
  random: Random,
): string {
  const as = (role: string) => `${organization}-${role}`
  const reads = operation.method === 'GET'
  // Nobody here may set quotas: an operator would set some to 0, and everything after it would be refused.
  if (FOR_MANAGERS.test(operation.path))
    return as(reads && operation.id !== 'getCallbackSecret' ? random.pick(['manager', 'reader']) : 'manager')
  if (!thing)
    return as(random.pick(reads ? ['manager', 'member', 'reader'] : ['manager', 'member', 'device']))
  const owner = pool.creatorOf(thing.inspection) ?? as('manager')
  const mayOwner = owner !== as('device') || DEVICE_OPERATIONS.has(operation.id)
  return random.pick([as('manager'), ...(reads ? [as('reader')] : []), ...(mayOwner ? [owner, owner] : [])])
}

function paramsOf(
  parts: FuzzParts,
  operation: FuzzOperation,
  thing: Thing | undefined,
  wishes: Wishes,
): Record<string, string> {
  const known = parts.pool.urls.get(operation.id)
  if (known) {
    const values = new URL(wishes.random.pick(known)).pathname.split('/').slice(1)
    return Object.fromEntries(operation.segments.map((segment, n) => [segment.slice(1, -1), values[n] ?? '']))
  }
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  return Object.fromEntries(inPath.map((parameter) => [parameter.name, valueFor(parameter)]))

  function valueFor({ name, schema }: Parameter): string {
    if (schema['x-resource'] === 'inspection' && thing) return thing.inspection
    if (schema['x-resource'] === 'webhook_endpoint' && thing?.kind === 'webhook_delivery')
      return thing.inspection
    if (schema['x-resource'] === 'comparison' && thing?.kind === 'comparison_place') return thing.inspection
    return String(validValue(wishes, schema, `path.${name}`))
  }
}

function queryOf(operation: FuzzOperation, wishes: Wishes): [string, string][] {
  const { random } = wishes
  return operation.parameters.flatMap(({ in: place, name, schema, required }): [string, string][] => {
    // Cursors and filters often exclude each other; few at a time keep most requests valid. Whole pages cost.
    const share = name === 'limit' ? 0.95 : schema['x-resource'] ? 0.05 : 0.25
    const wanted = required || random.next() < share
    if (place !== 'query' || !wanted) return []
    const value = validValue(wishes, schema, `query.${name}`)
    return value === SKIP ? [] : [[name, String(value)]]
  })
}

function bodyOf(wishes: Wishes, operation: FuzzOperation): unknown {
  if (!operation.json) return undefined
  const { examples } = operation
  if (examples.length === 0 || wishes.random.next() > 0.05) return validValue(wishes, operation.json)
  return fromExample(wishes, operation.json, wishes.random.pick(examples))
}

function fileFor(parts: FuzzParts, json: unknown, random: Random): FilePart {
  const key = Object(json).acquisition?.file_key ?? Object(json).new_image?.acquisition?.file_key
  if (typeof key === 'string') return { key, bytes: random.pick(parts.pictures), mimetype: 'image/jpeg' }
  if ('step' in Object(json))
    return { key: 'picture', bytes: random.pick(parts.pictures), mimetype: 'image/jpeg' }
  return { key: 'pdf_data', bytes: parts.pdf, mimetype: 'application/pdf' }
}

export function actingOrganization(draft: Draft): string {
  return draft.account ? organizationOf(draft.account) : 'alder'
}
