import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'
import { isStream, readUntilSilent } from './silence.ts'
import { type Settings, setting } from './stack.ts'

export type Answer = { status: number; text: string; headers: Record<string, string | string[] | undefined> }
export type Body = { contentType: string; bytes: Buffer | string }
export type Ask = {
  method: string
  url: string
  headers?: Record<string, string>
  body?: Body
  /** The client hangs up after this long; whether it was done it cannot know. */
  patienceMs?: number | undefined
}

/** HTTPS that trusts the stack's own authority. */
export class Http {
  readonly #agent: Agent

  constructor(settings: Settings, connections = 64) {
    const ca = readFileSync(setting(settings, 'STACK_CA_FILE'))
    this.#agent = new Agent({ connections, connect: { ca }, headersTimeout: 90_000, bodyTimeout: 90_000 })
  }

  async ask(ask: Ask): Promise<Answer> {
    const { bytes, ...rest } = await this.download(ask)
    return { ...rest, text: bytes.toString('utf8') }
  }

  async download({ method, url, headers = {}, body, patienceMs }: Ask) {
    const answer = await request(url, {
      dispatcher: this.#agent,
      method,
      headers: { ...headers, ...(body ? { 'content-type': body.contentType } : {}) },
      ...(body ? { body: body.bytes } : {}),
      ...(patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) }),
    })
    const bytes = isStream(answer.headers)
      ? await readUntilSilent(answer.body)
      : Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, bytes, headers: answer.headers }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

export function jsonBody(value: unknown): Body {
  return { contentType: 'application/json', bytes: JSON.stringify(value) }
}

const BOUNDARY = 'prove-5a1c0f7e9d'

/** The head and tail around a picture's bytes, for a client that streams them itself. */
export function multipartFrame(json: unknown, fileKey: string, mimetype = 'image/jpeg') {
  const head = [
    `--${BOUNDARY}`,
    'content-disposition: form-data; name="json"',
    '',
    JSON.stringify(json),
    `--${BOUNDARY}`,
    `content-disposition: form-data; name="${fileKey}"; filename="picture"`,
    `content-type: ${mimetype}`,
    '',
    '',
  ].join('\r\n')
  const contentType = `multipart/form-data; boundary=${BOUNDARY}`
  return { contentType, head: Buffer.from(head), tail: Buffer.from(`\r\n--${BOUNDARY}--\r\n`) }
}

export function multipartBody(json: unknown, fileKey: string, file: Buffer): Body {
  const { contentType, head, tail } = multipartFrame(json, fileKey)
  return { contentType, bytes: Buffer.concat([head, file, tail]) }
}

export function imageJson(taskNames: readonly string[]) {
  return { acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'file' }, tasks: taskNames }
}
