import type { FastifyRequest } from 'fastify'
import { Problem } from '../core/contracts/problems.ts'
import type { App } from '../core/platform/app.ts'
import type { Config } from '../core/platform/config.ts'
import { readForm } from '../core/platform/form.ts'
import { FilePartMissing, MultipartRefused, readMultipart } from '../core/platform/multipart.ts'
import { JsonRefused, parseJson } from '../core/platform/parse-json.ts'
import { discardUntakenFile, FileTooLarge, type ReceivedFile } from '../core/platform/receive-file.ts'

const UNREAD_MS_MAX = 10_000
const JSON_ONLY = new Set(['application/json'])
const MEDIA_TYPES = new Set(['application/json', 'multipart/form-data'])

/** Every body is read here: JSON or multipart only, and JSON that the whole system can hold. */
export function registerBodies(app: App, config: Config): void {
  app.decorateRequest('upload', null)
  app.decorateRequest('pictures', null)
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async (request, reply) => {
    requireMediaType(request)
    // `close` comes for every request, also for one whose client went away.
    reply.raw.once('close', () => {
      for (const upload of [request.upload, ...(request.pictures ?? [])])
        if (upload)
          discardUntakenFile(upload).catch((error) => request.log.warn({ err: error }, 'temporary file left'))
    })
  })
  // Whoever was refused before their body was read may still be sending it. It is read past for a while, so that they
  // see the answer.
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), UNREAD_MS_MAX).unref()
    raw.once('close', () => clearTimeout(timer))
  })
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: config.JSON_BYTES_MAX },
    async (_request: FastifyRequest, body: Buffer) => {
      return body.length === 0 ? undefined : parseBody(body, config)
    },
  )
  app.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
      if (request.routeOptions.config.upload === 'form') return takeForm(request, payload, config)
      const isReport = request.routeOptions.config.upload === 'report'
      const fileBytesMax = isReport ? config.REPORT_BYTES_MAX : config.IMAGE_BYTES_MAX
      try {
        const { json, fileKey, file } = await readMultipart(request.raw, request.headers, {
          temporaryDir: config.TEMPORARY_DIR,
          jsonBytesMax: config.JSON_BYTES_MAX,
          fileBytesMax,
        })
        request.upload = { fileKey, file: withRoom(request, file), owner: 'request' }
        // A client that left before this line has already had its `close`.
        if (request.socket.destroyed) await discardUntakenFile(request.upload)
        return parseBody(json, config)
      } catch (error) {
        payload.resume()
        if (error instanceof FileTooLarge)
          throw new Problem(
            isReport ? 'report_too_large' : 'image_too_large',
            { limit_bytes: fileBytesMax },
            [],
            error,
          )
        if (isReport && error instanceof FilePartMissing)
          throw new Problem('report_file_missing', {}, [], error)
        if (error instanceof MultipartRefused)
          throw new Problem('multipart_malformed', {}, [{ field: '', message: error.message }], error)
        throw error
      }
    },
  )
}

/** The pictures have the room of their request for as long as it lasts. */
async function takeForm(request: FastifyRequest, payload: NodeJS.ReadableStream, config: Config) {
  try {
    const { fields, files } = await readForm(request.raw, request.headers, {
      temporaryDir: config.TEMPORARY_DIR,
      fileBytesMax: config.IMAGE_BYTES_MAX,
      filesMax: config.OBJECTION_PICTURES_MAX,
    })
    request.pictures = files.map((file) => ({ fileKey: '', file, owner: 'request' }))
    if (request.socket.destroyed) await Promise.all(request.pictures.map(discardUntakenFile))
    return fields
  } catch (error) {
    payload.resume()
    if (error instanceof FileTooLarge)
      throw new Problem('image_too_large', { limit_bytes: config.IMAGE_BYTES_MAX }, [], error)
    if (error instanceof MultipartRefused) throw new Problem('multipart_malformed', {}, [], error)
    throw error
  }
}

/** Exact match before routing: parser quarrels over odd content types are where checks get bypassed. */
function requireMediaType(request: FastifyRequest): void {
  const {
    'content-type': contentType,
    'content-length': length,
    'transfer-encoding': transfer,
    'content-encoding': encoding,
  } = request.headers
  const hasBody = transfer !== undefined || (length !== undefined && length !== '0')
  if (!hasBody) {
    // Clients send a content type also without a body; there is nothing to parse then.
    delete request.raw.headers['content-type']
    return
  }
  const essence = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  const allowed = request.routeOptions.config.upload ? MEDIA_TYPES : JSON_ONLY
  if (!allowed.has(essence) || charset !== 'utf-8' || encoding !== undefined)
    throw new Problem('media_type_unsupported')
}

/** The file has the room of its request from here on: an operation may keep it for longer than the connection lasts. */
function withRoom(request: FastifyRequest, file: ReceivedFile): ReceivedFile {
  const leave = request.leaveUpload
  request.leaveUpload = null
  return leave ? { ...file, leave } : file
}

function parseBody(bytes: Uint8Array, config: Config): unknown {
  try {
    return parseJson(bytes, { depthMax: config.JSON_DEPTH_MAX })
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error
    throw new Problem('body_malformed', { reason: error.reason }, [], error)
  }
}
