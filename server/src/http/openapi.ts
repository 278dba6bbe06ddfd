import { fastifySwagger } from '@fastify/swagger'
import type { App } from '../platform/app.ts'

/** The document is made from the schemas that validate and serialise, so it cannot say anything else. */
export async function registerOpenapi(app: App): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Walkaround',
        version: '1.0.0',
        description: 'Vehicle inspection analysis: pictures in, findings out.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'this service' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, index) =>
        typeof schema.$id === 'string' ? schema.$id : `schema${index}`,
    },
  })
}
