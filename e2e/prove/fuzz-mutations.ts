import { gzipSync } from 'node:zlib'
import type { Random } from '../../testing/random.ts'
import type { Draw } from './fuzz-dealer.ts'
import { HOSTILE_TEXTS } from './fuzz-fields.ts'
import { type FuzzRequest, joinParts, multipartParts } from './fuzz-messages.ts'

type Mutation = (request: FuzzRequest, random: Random) => void

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LINK',
  'FOO',
]

const CONTENT_TYPES = [
  '',
  'text/plain',
  'text/json',
  'text/html',
  'application/jso',
  'application/jsonp',
  'application/json5',
  'application/x-json',
  'application/ld+json',
  'application/problem+json',
  'application/vnd.api+json',
  'application/json, text/plain',
  'text/plain, application/json',
  'application/json application/xml',
  'application/json;',
  'application/json;;',
  'application/json; charset=utf-8',
  'application/json; charset="utf-8"',
  'application/json; charset=UTF-8',
  'application/json; charset=utf8',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; charset=',
  'application/json; charset=utf-8; charset=utf-16',
  'application/json; boundary=x',
  'APPLICATION/JSON',
  'Application/Json; Charset=Utf-8',
  ' application/json',
  'application/json\t',
  'application /json',
  'application/ json',
  'application\\json',
  'application//json',
  '/json',
  'application/',
  'json',
  '*/*',
  'application/*',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/xml',
  'image/jpeg',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/mixed; boundary=fuzz-5a1c0f7e9d',
  'multipart/form-data; boundary="fuzz-5a1c0f7e9d"; charset=utf-16',
  'a/b; application/json',
  'application/json\u00a0',
]

const setHeader = (request: FuzzRequest, name: string, value: string | null) => {
  request.headers = request.headers.filter(([known]) => known !== name)
  if (value !== null) request.headers.push([name, value])
}
const changeBody = (request: FuzzRequest, change: (body: Buffer) => Buffer) => {
  if (request.body) request.body = change(request.body)
}
const changePath = (request: FuzzRequest, change: (path: string) => string) => {
  const [path = '', ...search] = request.path.split('?')
  request.path = [change(path), ...search].join('?')
}
const withSearch = (request: FuzzRequest, search: string) => {
  request.path += `${request.path.includes('?') ? '&' : '?'}${search}`
}

const BODY_MUTATIONS: Record<string, Mutation> = {
  content_type: (request, random) => setHeader(request, 'content-type', random.pick(CONTENT_TYPES)),
  no_content_type: (request) => setHeader(request, 'content-type', null),
  content_encoding: (request, random) => {
    const encoding = random.pick(['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'x', ''])
    if (encoding.startsWith('gzip')) changeBody(request, (body) => gzipSync(body))
    setHeader(request, 'content-encoding', encoding)
  },
  bom: (request) => changeBody(request, (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])),
  utf16: (request) => changeBody(request, (body) => Buffer.from(`\ufeff${body.toString()}`, 'utf16le')),
  utf16_without_mark: (request) => changeBody(request, (body) => Buffer.from(body.toString(), 'utf16le')),
  truncated: (request, random) =>
    changeBody(request, (body) => body.subarray(0, random.below(Math.max(1, body.length)))),
  empty: (request) => changeBody(request, () => Buffer.alloc(0)),
  blank: (request) => changeBody(request, () => Buffer.from(' \n')),
  garbage_after: (request) => changeBody(request, (body) => Buffer.concat([body, Buffer.from('}{"a":1}')])),
  random_bytes: (request, random) => changeBody(request, () => random.bytes(random.below(400))),
  flipped_byte: (request, random) =>
    changeBody(request, (body) => {
      const copy = Buffer.from(body)
      if (copy.length > 0) copy[random.below(copy.length)] = random.below(256)
      return copy
    }),
  form_encoded: (request) => changeBody(request, () => Buffer.from('tasks=1&status=TODO')),
}

const PATH_MUTATIONS: Record<string, Mutation> = {
  method: (request, random) => {
    request.method = random.pick(METHODS)
  },
  method_override: (request) => setHeader(request, 'x-http-method-override', 'DELETE'),
  body_where_none_is: (request) => {
    request.body ??= Buffer.from('{"tasks":{}}')
    setHeader(request, 'content-type', 'application/json')
  },
  trailing_slash: (request) => changePath(request, (path) => `${path}/`),
  double_slash: (request) => changePath(request, (path) => path.replace('/inspections', '//inspections')),
  dot_segments: (request) => changePath(request, (path) => path.replace('/v1/', '/v1/./x/../')),
  encoded_dots: (request) => changePath(request, (path) => path.replace('/v1/', '/v1/x/%2e%2e/')),
  encoded_slash: (request) => changePath(request, (path) => path.replace('/inspections/', '/inspections%2f')),
  encoded_letter: (request) => changePath(request, (path) => path.replace('/inspections', '/%69nspections')),
  double_encoded: (request) =>
    changePath(request, (path) => path.replace('/inspections', '/%2569nspections')),
  matrix_parameter: (request) => changePath(request, (path) => `${path};a=b`),
  upper_case: (request) => changePath(request, (path) => path.replace('/v1/inspections', '/V1/Inspections')),
  without_version: (request) => changePath(request, (path) => path.replace('/v1/', '/')),
  other_version: (request) => changePath(request, (path) => path.replace('/v1/', '/v2/')),
  backslash: (request) => changePath(request, (path) => path.replaceAll('/', '\\').replace('\\', '/')),
  nul_in_path: (request) => changePath(request, (path) => `${path}%00`),
  broken_escape: (request, random) =>
    changePath(request, (path) => `${path}${random.pick(['%', '%f', '%zz', '%c0'])}`),
  latin1_path: (request) => changePath(request, (path) => `${path}\u00e9`),
  long_path: (request, random) =>
    changePath(request, (path) => path + 'a'.repeat(random.pick([400, 4_000, 12_000]))),
  longer_than_headers: (request) => changePath(request, (path) => path + 'a'.repeat(17_000)),
  deep_path: (request) => changePath(request, (path) => path + '/a'.repeat(1_000)),
  many_parameters: (request) =>
    withSearch(request, Array.from({ length: 1_200 }, (_, n) => `a${n}=`).join('&')),
  odd_query: (request, random) =>
    withSearch(
      request,
      random.pick([
        '&&&',
        '=',
        '?',
        'a',
        '%',
        '%zz=1',
        'limit',
        'limit=1&limit=2',
        'limit[]=1',
        '__proto__[a]=1',
        'a=%00',
        'a=%ff',
        '\u00e9=1',
      ]),
    ),
  camel_case_query: (request) => withSearch(request, 'paginationOrder=asc&showDeleted=false'),
  token_in_query: (request) => withSearch(request, 'access_token=x'),
  hostile_query: (request, random) =>
    withSearch(request, `q=${encodeURIComponent(random.pick(HOSTILE_TEXTS))}`),
}

const MULTIPART_MUTATIONS: Record<string, Mutation> = {
  no_json: (request) => rejoin(request, (parts) => parts.slice(1)),
  no_file: (request) => rejoin(request, (parts) => parts.slice(0, 1)),
  no_parts: (request) => rejoin(request, () => []),
  file_first: (request) => rejoin(request, (parts) => parts.toReversed()),
  json_twice: (request) => rejoin(request, (parts) => [...parts.slice(0, 1), ...parts]),
  file_twice: (request) => rejoin(request, (parts) => [...parts, ...parts.slice(1)]),
  other_key: (request) =>
    rejoin(request, (parts) =>
      parts.map((part) => ({ ...part, head: part.head.replace('name="image"', 'name="other"') })),
    ),
  no_end: (request) => rejoin(request, (parts) => parts, ''),
  end_first: (request) => rejoin(request, () => []),
  many_parts: (request) =>
    rejoin(request, (parts) => [
      ...parts,
      ...Array.from({ length: 200 }, (_, n) => ({
        head: `content-disposition: form-data; name="x${n}"`,
        bytes: Buffer.from('y'),
      })),
    ]),
  no_name: (request) =>
    rejoin(request, (parts) => parts.map((part) => ({ ...part, head: 'content-disposition: form-data' }))),
  no_head: (request) => rejoin(request, (parts) => parts.map((part) => ({ ...part, head: 'x: y' }))),
  long_head: (request) =>
    rejoin(request, (parts) =>
      parts.map((part) => ({ ...part, head: `${part.head}\r\nx: ${'y'.repeat(90_000)}` })),
    ),
  hostile_filename: (request, random) =>
    rejoin(request, (parts) =>
      parts.map((part) => ({
        ...part,
        head: part.head.replace(
          'filename="file"',
          `filename="${random.pick(['../../etc/passwd', 'a\0b', '', '.', 'x'.repeat(3_000), 'a\\"b', 'é🚗'])}"`,
        ),
      })),
    ),
  empty_file: (request) => refile(request, () => Buffer.alloc(0)),
  cut_file: (request, random) => refile(request, (bytes) => bytes.subarray(0, random.below(bytes.length))),
  flipped_file: (request, random) =>
    refile(request, (bytes) => {
      const copy = Buffer.from(bytes)
      for (let n = 0; n < 8; n++) copy[random.below(copy.length)] = random.below(256)
      return copy
    }),
  text_file: (request) => refile(request, () => Buffer.from('this is no picture')),
  svg_file: (request) => refile(request, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  only_magic: (request) => refile(request, (bytes) => bytes.subarray(0, 4)),
  zeros_after: (request) => refile(request, (bytes) => Buffer.concat([bytes, Buffer.alloc(10_000)])),
}

function rejoin(
  request: FuzzRequest,
  change: (parts: ReturnType<typeof multipartParts>) => ReturnType<typeof multipartParts>,
  end?: string,
): void {
  if (request.draft.file) request.body = joinParts(change(multipartParts(request.draft)), end)
}

function refile(request: FuzzRequest, change: (bytes: Buffer) => Buffer): void {
  rejoin(request, (parts) =>
    parts.map((part, n) => (n === 1 ? { ...part, bytes: change(part.bytes) } : part)),
  )
}

const BODY = Object.keys(BODY_MUTATIONS)
const PATH = Object.keys(PATH_MUTATIONS)
const MULTIPART = Object.keys(MULTIPART_MUTATIONS)
const MUTATIONS = { ...BODY_MUTATIONS, ...PATH_MUTATIONS, ...MULTIPART_MUTATIONS }
export const MESSAGE_MUTATIONS = Object.keys(MUTATIONS)

/** Changes the message around the fields in one way that fits it. */
export function mutateMessage(request: FuzzRequest, random: Random, draw: Draw): void {
  const { draft, body } = request
  const name = draw(random.pick(draft.file ? [MULTIPART] : body ? [PATH, BODY] : [PATH]))
  MUTATIONS[name]?.(request, random)
  draft.labels.push(name)
  draft.used.push(name)
}
