import {
  type Document,
  JSON_TYPE,
  type Operation,
  operationsOf,
  type Schema,
  schemaOf,
} from '../../core/contracts/openapi-document.ts'

/**
 * Schemas that stand in several places, by the name they get and one place where they stand: a named schema, an event,
 * or the body or response of an operation, then the way to the field. `[]` leads into a list, `?` to what is not null.
 */
const PLACES: Record<string, string> = {
  AcquiredImage: 'createImage.body',
  Acquisition: 'createImage.body.acquisition',
  AmountRange: 'Estimate.net',
  BoundingBox: 'WheelAnalysis.bbox',
  CallbackSecret: 'getCallbackSecret.response',
  CaptureInspection: 'createReusableCaptureLink.body.inspection',
  CaptureLinkEventData: 'CaptureLinkCreatedEvent.data',
  CaptureStepSettings: 'createCaptureProfile.body.steps.[]',
  ComparisonCharges: 'Comparison.charges',
  ComparisonCounts: 'Comparison.summary',
  ComparisonEventData: 'ComparisonCreatedEvent.data',
  CorrectedDamage: 'createDamage.response',
  CorrectedPricing: 'createPricing.response',
  CorrectedSeverity: 'createSeverity.response',
  CorrectedView: 'updateView.response',
  CorrectionReason: 'deleteDamage.body',
  DamageEventData: 'DamageDeletedEvent.data',
  DamageType: 'Damage.damage_type',
  EntityRecords: 'Entities.entities.inspections',
  EstimateEffect: 'deleteDamage.response.estimate_effect.?',
  EstimateTable: 'Estimate.table',
  ImageEventData: 'ImageDeletedEvent.data',
  ImageRegion: 'View.image_region',
  InspectionEventData: 'InspectionCreatedEvent.data',
  MarkedBox: 'createView.body.bounding_box.?',
  MarkedPolygons: 'createView.body.polygons.?',
  ObjectionDecision: 'Objection.decision.?',
  ObjectionLinkEventData: 'ObjectionLinkCreatedEvent.data',
  PageLink: 'listInspections.response.paging.cursors.next.?',
  Paging: 'listInspections.response.paging',
  PartType: 'Part.part_type',
  Polygons: 'View.image_region.specification.polygons',
  PricingEventData: 'PricingCreatedEvent.data',
  ReadingCandidate: 'Document.content.vin.?.candidates.[]',
  ReportEventData: 'ReportRequestedEvent.data',
  RetakeReason: 'Capture.steps.[].reasons.[]',
  RetentionDue: 'RetentionPreview.inspections.?',
  SeverityValue: 'Severity.value',
  TaskEventData: 'TaskDoneEvent.data',
  VehicleFields: 'updateVehicle.body',
  ViewEventData: 'ViewDeletedEvent.data',
  WebhookDeliveryWithAttempts: 'getWebhookDelivery.response',
  WebhookEndpointWithSecret: 'createWebhookEndpoint.response',
  WebhookEventType: 'createWebhookEndpoint.body.event_types.?.[]',
  WheelPrediction: 'WheelAnalysis.rim_condition',
}

/** An object that is longer than this, as JSON, has a name as soon as it stands in two places. */
const NAMELESS_MAX = 200

/** Every schema that has a name: of records, of what is shared, and of what goes into and comes out of an operation. */
export function listNamedSchemas(document: Document): Map<string, Schema> {
  const own = operationsOf(document).flatMap(({ operation }) => schemasOfOperation(operation))
  const events = Object.entries(document.webhooks ?? {}).flatMap(([type, { post }]): [string, Schema][] => {
    const schema = post?.requestBody?.content[JSON_TYPE]?.schema
    return schema ? [[`${pascalCase(type)}Event`, schema]] : []
  })
  const owners = new Map([...Object.entries(document.components.schemas), ...events])
  const shared = Object.entries(PLACES).map(([name, place]): [string, Schema] => [
    name,
    schemaAt(document, owners, place),
  ])
  const named = new Map(Object.entries(document.components.schemas))
  const known = new Set([...named.values()].map(keyOf))
  for (const [name, schema] of [...shared, ...own, ...events]) {
    const key = keyOf(schema)
    if (schema.$ref || known.has(key)) continue
    if (named.has(name)) throw new Error(`two schemas of the document would be called ${name}`)
    known.add(key)
    // What is said of it stands where it is used.
    const { description: _description, ...bare } = schema
    named.set(name, bare)
  }
  return named
}

function schemasOfOperation(operation: Operation): [string, Schema][] {
  const name = pascalCase(operation.operationId)
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema = {} }]): [string, Schema] => [`${name}${type === JSON_TYPE ? 'Body' : 'Form'}`, schema],
  )
  const answers = Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([, { content }]): [string, Schema][] => {
      const schema = content?.[JSON_TYPE]?.schema
      return schema ? [[`${name}Response`, schema]] : []
    })
  return [...bodies, ...answers]
}

/** Two schemas are the same if they differ in nothing but what is said of them. */
export function keyOf({ description: _description, ...schema }: Schema): string {
  return JSON.stringify(schema)
}

/** Fails if named schemas hold the same large object: it needs a name, too. */
export function requireNames(schemas: Record<string, Schema>): void {
  const seen = new Map<string, string>()
  const visit = (schema: Schema, place: string) => {
    const key = keyOf(schema)
    const before = seen.get(key)
    if (schema.properties && key.length > NAMELESS_MAX) {
      if (before)
        throw new Error(`${before} and ${place} are the same large object: give it a name in PLACES`)
      seen.set(key, place)
    }
    for (const [step, inner] of stepsOf(schema)) visit(inner, `${place}.${step}`)
  }
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name)
}

function stepsOf({ properties, additionalProperties, items, anyOf = [], allOf = [] }: Schema) {
  return [
    ...Object.entries(properties ?? {}),
    ...(typeof additionalProperties === 'object' ? [['{}', additionalProperties] as const] : []),
    ...(items ? [['[]', items] as const] : []),
    ...[...anyOf, ...allOf].map((form) => ['?', form] as const),
  ]
}

export function pascalCase(name: string): string {
  return name.replace(/(?:^|[._])([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

function schemaAt(document: Document, owners: ReadonlyMap<string, Schema>, place: string): Schema {
  const [owner = '', ...way] = place.split('.')
  const found = operationsOf(document).find(({ operation }) => operation.operationId === owner)?.operation
  const start = found ? sideOf(found, way.shift()) : owners.get(owner)
  const schema = way.reduce<Schema | undefined>(
    (at, step) => (at ? stepInto(schemaOf(document, at), step) : undefined),
    start,
  )
  if (!schema) throw new Error(`the document has no schema at ${place}`)
  return schema
}

function stepInto(schema: Schema, step: string): Schema | undefined {
  if (step === '?') return schema.anyOf?.find(({ type }) => type !== 'null')
  return step === '[]' ? schema.items : schema.properties?.[step]
}

function sideOf(operation: Operation, side: string | undefined): Schema | undefined {
  if (side === 'body') return operation.requestBody?.content[JSON_TYPE]?.schema
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  return answer?.content?.[JSON_TYPE]?.schema
}
