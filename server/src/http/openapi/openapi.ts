import { fastifySwagger } from '@fastify/swagger'
import { type Document, type Operation, operationsOf } from '../../core/contracts/openapi-document.ts'
import type { App } from '../../core/platform/app.ts'
import { TASK_CALLBACKS } from '../../outputs/webhooks/task-callbacks.ts'
import { ENTITIES } from './entities.ts'
import { type DeclaredRoute, reportUndeclared } from './errors.ts'
import { EXAMPLES } from './examples.ts'
import { ANSWER_HEADERS } from './headers.ts'
import { nameParts } from './name-parts.ts'
import { completeOperation } from './operations.ts'
import { ABOUT, TAGS } from './texts.ts'
import { WEBHOOKS } from './webhooks.ts'

type Routes = Map<string, DeclaredRoute>

const CALLBACKS: Record<string, Operation['callbacks']> = {
  // A TypeBox schema is a JSON schema whose type does not show its keywords.
  createInspection: TASK_CALLBACKS as unknown as Operation['callbacks'],
}

/** The document is made from the schemas that validate and serialise, so it cannot say anything else. */
export async function registerOpenapi(app: App): Promise<void> {
  const routes: Routes = new Map()
  app.addHook('onRoute', (route) => {
    const operationId = route.schema?.operationId
    // Each route is there again for HEAD.
    if (operationId && !routes.has(operationId)) routes.set(operationId, route)
  })
  reportUndeclared(app)
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Walkaround',
        version: '1.0.0',
        description: ABOUT,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'this service' }],
      tags: TAGS,
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, index) =>
        typeof schema.$id === 'string' ? schema.$id : `schema${index}`,
    },
    transformObject: (made) =>
      'openapiObject' in made ? completeDocument(asDocument(made.openapiObject), routes) : {},
  })
}

/** The complete document, once the app is ready. */
export function documentOf(app: App): Document {
  return asDocument(app.swagger())
}

function asDocument(made: object): Document {
  // The plugin types every part as optional or a reference; from our own routes they are neither.
  return made as Document
}

function completeDocument(document: Document, routes: Routes): Document {
  const schemas = { ...document.components.schemas, Entities: ENTITIES }
  const paths: Document['paths'] = {}
  // Addresses that open without a token come last: a reader looks for the operations first.
  const ordered = operationsOf(document).toSorted(
    (a, b) => Number(a.operation.security !== undefined) - Number(b.operation.security !== undefined),
  )
  for (const { method, path, operation } of ordered) {
    const about = {
      examples: EXAMPLES[operation.operationId] ?? [],
      schemas,
      hasItems: Object.keys(document.paths).some(
        (other) => isItemOf(other, path) && document.paths[other]?.get,
      ),
    }
    const complete = completeOperation(operation, routes.get(operation.operationId) ?? {}, about)
    const callbacks = CALLBACKS[operation.operationId]
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { ...complete, ...(callbacks ? { callbacks } : {}) },
    }
  }
  return nameParts({
    ...document,
    paths,
    webhooks: WEBHOOKS,
    components: { ...document.components, schemas, headers: ANSWER_HEADERS },
  })
}

function isItemOf(path: string, collection: string): boolean {
  return path.startsWith(`${collection}/{`) && path.indexOf('/', collection.length + 1) === -1
}
