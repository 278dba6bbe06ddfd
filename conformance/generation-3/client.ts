import { bodyOf, http, jsonBody, subject } from '../http-client.ts'

export type Reply = { status: number; body: Record<string, unknown> }
type File = { name: string; filename: string; type: string; bytes: Buffer }

/** The headers this generation sends with everything; there is no version among them. */
const headersOf = (token: string) => ({
  accept: 'application/json, text/plain, */*',
  'access-control-allow-origin': '*',
  authorization: `Bearer ${token}`,
})

export async function send(
  method: string,
  path: string,
  body?: object,
  token = subject.tokens.member,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const answer = await http.ask({
    method,
    url: `${subject.url}/v1${path}`,
    headers: { ...headersOf(token), ...headers },
    ...(body ? { body: jsonBody(body) } : {}),
  })
  return { status: answer.status, body: bodyOf(answer) }
}

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW'

/** A form as the camera package builds it in a browser. */
export async function sendForm(path: string, json: object, file: File): Promise<Reply> {
  const head = [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="json"',
    '',
    JSON.stringify(json),
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${file.name}"; filename="${file.filename}"`,
    `Content-Type: ${file.type}`,
    '',
    '',
  ].join('\r\n')
  const bytes = Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  const answer = await http.ask({
    method: 'POST',
    url: `${subject.url}/v1${path}`,
    headers: headersOf(subject.tokens.member),
    body: { contentType: `multipart/form-data; boundary=${BOUNDARY}`, bytes },
  })
  return { status: answer.status, body: bodyOf(answer) }
}

/** For the steps that only prepare a check. */
export async function make(path: string, body: object): Promise<string> {
  const { status, body: made } = await send('POST', path, body)
  if (status < 200 || status > 299 || typeof made.id !== 'string')
    throw new Error(`POST ${path} answers ${status}: ${JSON.stringify(made)}`)
  return made.id
}

export const is2xx = ({ status }: Reply) => status >= 200 && status < 300
