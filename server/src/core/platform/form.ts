import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { MultipartRefused } from './multipart.ts'
import { discardFile, type ReceivedFile, receiveFile } from './receive-file.ts'

const FIELDS_MAX = 8
const FIELD_BYTES_MAX = 64 * 1024

export type Form = { fields: Record<string, string>; files: ReceivedFile[] }

export type FormLimits = { temporaryDir: string; fileBytesMax: number; filesMax: number }

/** A form as a browser sends it: a few texts, and files whose names and types are not looked at. */
export async function readForm(
  stream: Readable,
  headers: IncomingHttpHeaders,
  limits: FormLimits,
): Promise<Form> {
  const fields: Record<string, string> = {}
  const parts: Readable[] = []
  const files: Promise<ReceivedFile>[] = []
  const parse = new Promise<void>((resolve, reject) => {
    const refuse = (why: string) => reject(new MultipartRefused(why))
    const parser = createParser(headers['content-type'] ?? '', limits.filesMax)
    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) return refuse('a field is too large')
      fields[name] = value
    })
    parser.on('file', (_name, part) => {
      parts.push(part)
      const file = receiveFile(part, limits.temporaryDir, limits.fileBytesMax)
      files.push(file)
      file.catch(reject)
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => refuse('there are too many parts'))
    parser.on('finish', resolve)
    parser.on('error', () => refuse('the body is not multipart/form-data'))
    stream.on('error', reject)
    stream.on('aborted', () => refuse('the client went away'))
    stream.pipe(parser)
  })
  try {
    await parse
    const received = await Promise.all(files)
    // A browser sends an empty file where none was chosen.
    const empty = received.filter(({ sizeBytes }) => sizeBytes === 0)
    await Promise.all(empty.map(discardFile))
    return { fields, files: received.filter((file) => !empty.includes(file)) }
  } catch (error) {
    // As with one file: the rest is read past, and what has arrived or still arrives is dropped.
    stream.unpipe()
    stream.resume()
    for (const part of parts) part.destroy(new MultipartRefused('the body was not read to its end'))
    for (const file of files) file.then(discardFile).catch(() => {})
    throw error
  }
}

function createParser(contentType: string, filesMax: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        parts: FIELDS_MAX + filesMax + 1,
        fields: FIELDS_MAX,
        files: filesMax,
        fieldNameSize: 100,
        fieldSize: FIELD_BYTES_MAX,
        headerPairs: 16,
        headerSize: 8 * 1024,
      },
    })
  } catch (cause) {
    throw new MultipartRefused('the content type has no boundary', { cause })
  }
}
