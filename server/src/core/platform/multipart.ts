import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { discardFile, type ReceivedFile, receiveFile } from './receive-file.ts'

export class MultipartRefused extends Error {}

export class FilePartMissing extends MultipartRefused {}

export type Multipart = { json: Buffer; fileKey: string; file: ReceivedFile }

export type MultipartLimits = { temporaryDir: string; jsonBytesMax: number; fileBytesMax: number }

/**
 * One text part named `json` and one file part, in any order and under any file name: clients of different
 * generations name the file part differently, and its declared type is not to be trusted.
 */
export async function readMultipart(
  stream: Readable,
  headers: IncomingHttpHeaders,
  limits: MultipartLimits,
): Promise<Multipart> {
  let json: Buffer | undefined
  let body: Readable | undefined
  let file: Promise<{ fileKey: string; file: ReceivedFile }> | undefined
  const parse = new Promise<void>((resolve, reject) => {
    const refuse = (why: string) => reject(new MultipartRefused(why))
    const parser = createParser(headers['content-type'] ?? '', limits.jsonBytesMax)
    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (name !== 'json') return
      if (json !== undefined) return refuse('two parts are named json')
      if (valueCut) return refuse('the json part is too large')
      json = Buffer.from(value, 'utf8')
    })
    parser.on('file', (fileKey, part) => {
      body = part
      file = receiveFile(part, limits.temporaryDir, limits.fileBytesMax).then((received) => ({
        fileKey,
        file: received,
      }))
      file.catch(reject)
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => refuse('there are too many parts'))
    parser.on('finish', resolve)
    parser.on('error', () => refuse('the body is not multipart/form-data'))
    stream.on('error', reject)
    stream.on('aborted', () => reject(new MultipartRefused('the client went away')))
    stream.pipe(parser)
  })
  try {
    await parse
    const received = await file
    if (json === undefined) throw new MultipartRefused('there is no part named json')
    if (!received) throw new FilePartMissing('there is no file part')
    return { json, ...received }
  } catch (error) {
    // The rest of the body is read past. The file part may still be arriving, or never end because its
    // client is gone: it is cut off here, and nothing of it is left when the refusal is told.
    stream.unpipe()
    stream.resume()
    body?.destroy(new MultipartRefused('the body was not read to its end'))
    await file?.then((received) => discardFile(received.file)).catch(() => {})
    throw error
  }
}

function createParser(contentType: string, jsonBytesMax: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        parts: 4,
        fields: 2,
        files: 1,
        fieldNameSize: 200,
        fieldSize: jsonBytesMax,
        headerPairs: 16,
        headerSize: 8 * 1024,
      },
    })
  } catch (cause) {
    throw new MultipartRefused('the content type has no boundary', { cause })
  }
}
