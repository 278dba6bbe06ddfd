import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Context } from './context.ts'
import type { UploadedFile } from './receive-file.ts'
import type { Span } from './traces.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes multipart/form-data with a file of this kind. */
    upload?: 'image' | 'report' | 'form'
  }
  interface FastifyRequest {
    ctx: Context
    /** The file part of a multipart body, on disk until the answer is sent. */
    upload: UploadedFile | null
    /** The pictures of a form that a browser sent, on disk until the answer is sent. */
    pictures: UploadedFile[] | null
    /** Null where nothing is traced. */
    span: Span | null
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
