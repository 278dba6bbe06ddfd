import type { ProblemCode } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The problems of this operation beside those that its method, path and body bring along. */
    errors?: readonly ProblemCode[]
    /** Changes a thing that has a version, and heeds `If-Match`. */
    versioned?: boolean
    /** Shows a secret once: its answer must not lie open in the database until its idempotency key is forgotten. */
    answersSecret?: boolean
    /** Makes its answer while it is sent, such as events as they happen: there is no length, and no entity tag. */
    stream?: boolean
    /** Its answers may be as large as an answer can be. */
    isLarge?: boolean
    /** The write waits for something else than the database, a receiver or a worker say, and takes no turn. */
    lingers?: boolean
    /** The read waits for the end of what it shows when the caller prefers so; see `waitMs`. */
    waits?: boolean
    /** After how many seconds to ask again for what the handler returned, or null when that is final. */
    retryAfterS?: (answer: never) => number | null
  }
  interface FastifyRequest {
    /** How long the caller would wait for the end of what is read (`Prefer: wait`), no more than the service waits. */
    waitMs: number
  }
}
