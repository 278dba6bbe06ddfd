import { tokenOf } from '../../testing/tokens.ts'

export type Answer = {
  status: number
  headers: Headers
  // A test reads whatever it asserts on; a wrong path fails the assertion.
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by the assertions themselves
  body: any
}

export type Call = {
  as?: string | null
  json?: unknown
  form?: FormData
  headers?: Record<string, string>
  raw?: string | Buffer
}

/**
 * Requests to a service as people of the organizations `org.alder` and `org.birch`. With a `suffix`, both belong to one
 * test file: the accounts keep their names, and their organizations are others than those of every other file.
 */
export function callsOf(url: string, { suffix = '' }: { suffix?: string }) {
  async function call(
    method: string,
    path: string,
    { as = 'alder-manager', json, form, headers = {}, raw }: Call = {},
  ): Promise<Answer> {
    const body = raw ?? form ?? (json === undefined ? undefined : JSON.stringify(json))
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${await tokenOf(as, suffix)}` } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await textOf(answer)
    return {
      status: answer.status,
      headers: answer.headers,
      body: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
    }
  }
  return {
    call,
    tokenOf: (client: string) => tokenOf(client, suffix),
    org: { alder: `org_alder${suffix}`, birch: `org_birch${suffix}` },
  }
}

/** A stream does not end; how it begins is all that a call reads of it. */
export async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('content-type') !== 'text/event-stream') return answer.text()
  const reader = answer.body?.getReader()
  const begin = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(begin?.value)
}
