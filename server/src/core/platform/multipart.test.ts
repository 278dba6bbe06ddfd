import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { waitFor } from '../../../test/factories.ts'
import { MultipartRefused, readMultipart } from './multipart.ts'
import { discardFile, FileTooLarge } from './receive-file.ts'

const BOUNDARY = 'xYzZY'
const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const JSON_BYTES_MAX = 1_000
const FILE_BYTES_MAX = 300_000
const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200_000, 'p')])

let temporaryDir: string
beforeEach(() => {
  temporaryDir = mkdtempSync(join(tmpdir(), 'walkaround-multipart-'))
})
afterEach(() => rmSync(temporaryDir, { recursive: true }))

type Part = { name: string; body: string | Buffer; filename?: string; headers?: string }

const textPart = (name: string, body = '{}'): Part => ({ name, body })
const filePart = (name = 'image', body: Buffer = PICTURE): Part => ({ name, body, filename: 'a.jpeg' })

function bodyOf(parts: Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ name, body, filename, headers = '' }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`,
    `${filename === undefined ? '' : `; filename="${filename}"`}\r\n${headers}\r\n`,
    body,
    '\r\n',
  ])
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece)))
}

/** In pieces, as a network delivers it. */
function* chunksOf(bytes: Buffer, size = 16_384) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const limits = () => ({ temporaryDir, jsonBytesMax: JSON_BYTES_MAX, fileBytesMax: FILE_BYTES_MAX })
const read = (bytes: Buffer, contentType: string | undefined = CONTENT_TYPE, chunkSize = 16_384) =>
  readMultipart(Readable.from(chunksOf(bytes, chunkSize)), { 'content-type': contentType }, limits())
const folders = () => readdirSync(temporaryDir)

describe('readMultipart reads', () => {
  it.each<[string, Part[], string]>([
    ['json before the file', [textPart('json', '{"a":"é"}'), filePart()], 'image'],
    ['the file before json', [filePart(), textPart('json', '{"a":"é"}')], 'image'],
    ['parts it does not know', [textPart('x'), filePart(), textPart('json', '{"a":"é"}')], 'image'],
    [
      'a file part of any name',
      [filePart('image-1.jpg / ü'), textPart('json', '{"a":"é"}')],
      'image-1.jpg / ü',
    ],
    ['a file part named __proto__', [filePart('__proto__'), textPart('json', '{"a":"é"}')], '__proto__'],
    ['a file part named json', [filePart('json'), textPart('json', '{"a":"é"}')], 'json'],
    ['a file part without a name', [filePart(''), textPart('json', '{"a":"é"}')], ''],
    ['a field named __proto__', [textPart('__proto__'), filePart(), textPart('json', '{"a":"é"}')], 'image'],
  ])('%s', async (_, parts, fileKey) => {
    const received = await read(bodyOf(parts))
    expect(received.json.toString()).toBe('{"a":"é"}')
    expect(received.fileKey).toBe(fileKey)
    expect(received.file).toMatchObject({ sizeBytes: PICTURE.length, mimetype: 'image/jpeg' })
    expect(await readFile(received.file.path)).toEqual(PICTURE)
    await discardFile(received.file)
    expect(folders()).toEqual([])
  })

  it('the same whatever pieces the body comes in', async () => {
    const { below } = seededRandom('multipart')
    const bytes = bodyOf([textPart('json', '{"n":1}'), filePart('image', PICTURE.subarray(0, 2_000))])
    for (const size of [1, 2, 3, 7, 61, ...Array.from({ length: 20 }, () => 1 + below(bytes.length))]) {
      const received = await read(bytes, CONTENT_TYPE, size)
      expect(received.json.toString()).toBe('{"n":1}')
      expect(await readFile(received.file.path)).toEqual(PICTURE.subarray(0, 2_000))
    }
  })

  it('a file of exactly the limit, and json of exactly the limit', async () => {
    const file = filePart('image', Buffer.alloc(FILE_BYTES_MAX, 1))
    const json = textPart('json', `"${'x'.repeat(JSON_BYTES_MAX - 2)}"`)
    const received = await read(bodyOf([json, file]))
    expect(received.file.sizeBytes).toBe(FILE_BYTES_MAX)
    expect(received.json).toHaveLength(JSON_BYTES_MAX)
  })

  it('a boundary in quotes, and one of 70 letters', async () => {
    const received = await read(
      bodyOf([textPart('json'), filePart()]),
      `multipart/form-data; boundary="${BOUNDARY}"`,
    )
    expect(received.fileKey).toBe('image')
    const long = 'b'.repeat(70)
    const bytes = Buffer.from(
      bodyOf([textPart('json'), filePart()])
        .toString('latin1')
        .replaceAll(BOUNDARY, long),
      'latin1',
    )
    expect((await read(bytes, `multipart/form-data; boundary=${long}`)).file.sizeBytes).toBe(PICTURE.length)
  })
})

describe('readMultipart refuses, leaving no temporary folder behind', () => {
  const whole = bodyOf([textPart('json'), filePart()])
  const bomb = Array.from({ length: 5_000 }, (_, n) => `x-${n}: ${'v'.repeat(50)}\r\n`).join('')
  it.each<[string, Buffer, string?]>([
    ['no json', bodyOf([filePart()])],
    ['no file', bodyOf([textPart('json')])],
    ['no part', bodyOf([])],
    ['nothing at all', Buffer.alloc(0)],
    ['two json parts', bodyOf([textPart('json'), textPart('json'), filePart()])],
    ['two json parts after the file', bodyOf([filePart(), textPart('json'), textPart('json')])],
    ['two files', bodyOf([textPart('json'), filePart('a'), filePart('b')])],
    ['three fields', bodyOf([textPart('a'), textPart('b'), textPart('json'), filePart()])],
    ['five parts', bodyOf([textPart('json'), filePart(), ...['a', 'b', 'c'].map((name) => textPart(name))])],
    ['10,000 parts', bodyOf([filePart(), ...Array.from({ length: 10_000 }, (_, n) => textPart(`p${n}`))])],
    ['json one byte too large', bodyOf([textPart('json', 'x'.repeat(JSON_BYTES_MAX + 1)), filePart()])],
    ['json far too large', bodyOf([filePart(), textPart('json', 'x'.repeat(2_000_000))])],
    ['a body cut off in the file', whole.subarray(0, 100_000)],
    ['a body cut off before its last boundary', bodyOf([textPart('json'), filePart()], '')],
    ['a body cut off in a header', whole.subarray(0, 30)],
    ['a body with the wrong boundary', whole, 'multipart/form-data; boundary=other'],
    ['an empty boundary', whole, 'multipart/form-data; boundary='],
    ['no boundary', whole, 'multipart/form-data'],
    ['another content type', whole, 'text/plain'],
    ['no content type', whole, ''],
    ['text', Buffer.from('hello')],
    ['5,000 headers before json', bodyOf([{ ...textPart('json'), headers: bomb }])],
    [
      'a header without an end',
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: ${'x'.repeat(3_000_000)}`),
    ],
    ['parts without a disposition', Buffer.from(`--${BOUNDARY}\r\n\r\n{}\r\n--${BOUNDARY}--\r\n`)],
  ])('%s', async (_, bytes, contentType) => {
    await expect(read(bytes, contentType)).rejects.toBeInstanceOf(MultipartRefused)
    expect(folders()).toEqual([])
  })

  it.each<[string, Part[]]>([
    ['one byte over the limit', [textPart('json'), filePart('image', Buffer.alloc(FILE_BYTES_MAX + 1))]],
    ['far over the limit', [filePart('image', Buffer.alloc(20_000_000)), textPart('json')]],
    ['over the limit beside other mistakes', [filePart('image', Buffer.alloc(FILE_BYTES_MAX + 1))]],
  ])('a file %s', async (_, parts) => {
    await expect(read(bodyOf(parts))).rejects.toBeInstanceOf(FileTooLarge)
    expect(folders()).toEqual([])
  })

  it('a body cut off in the file that comes in one piece', async () => {
    for (const length of [150, 200, 1_000, 100_000]) {
      const refused = read(whole.subarray(0, length), CONTENT_TYPE, 1_000_000)
      await expect(refused).rejects.toBeInstanceOf(MultipartRefused)
    }
    expect(folders()).toEqual([])
  })

  it('a source that breaks in mid-file', async () => {
    const source = Readable.from(
      (function* () {
        yield bodyOf([textPart('json'), filePart()]).subarray(0, 50_000)
        throw new Error('disk gone')
      })(),
    )
    await expect(readMultipart(source, { 'content-type': CONTENT_TYPE }, limits())).rejects.toThrow(
      'disk gone',
    )
    expect(folders()).toEqual([])
  })

  it('a body whose temporary folder does not exist', async () => {
    const missing = { ...limits(), temporaryDir: join(temporaryDir, 'missing') }
    const source = Readable.from(chunksOf(bodyOf([textPart('json'), filePart()])))
    await expect(readMultipart(source, { 'content-type': CONTENT_TYPE }, missing)).rejects.toThrow('ENOENT')
  })
})

describe('a client that goes away', () => {
  let server: Server
  let arrived: Promise<unknown>
  let outcome: Promise<unknown>
  beforeEach(async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    outcome = promise
    server = createServer((request, reply) => {
      readMultipart(request, request.headers, limits())
        .then(resolve, resolve)
        .finally(() => reply.end())
    })
    arrived = once(server, 'request')
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it.each([
    ['in mid-file', 100_000],
    ['in a header', 30],
    ['before the last boundary', 200_150],
  ])('%s is refused and leaves no temporary folder behind', async (_, sent) => {
    const bytes = bodyOf([textPart('json'), filePart()])
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${CONTENT_TYPE}\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    )
    socket.write(bytes.subarray(0, sent))
    await arrived
    if (sent > 1_000) await waitFor('the file to arrive', async () => folders().length > 0)
    socket.destroy()
    expect(await outcome).toBeInstanceOf(MultipartRefused)
    expect(folders()).toEqual([])
  })
})
