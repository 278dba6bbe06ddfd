import type { ProblemCode } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The problems of this operation beside those that its method, path and body bring along. */
    errors?: readonly ProblemCode[]
    /** Changes a thing that has a version, and heeds `If-Match`. */
    versioned?: boolean
  }
}
