import { type Call, textOf } from './calls.ts'
import type { Service } from './own-service.ts'

/** Like `service.call`, with the answer's bytes as they came: for tests that compare them. */
export async function exchange(
  service: Service,
  method: string,
  path: string,
  { as = 'alder-manager', json, form, headers = {} }: Call = {},
) {
  const body = form ?? (json === undefined ? undefined : JSON.stringify(json))
  const answer = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${await service.tokenOf(as)}` } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, headers: answer.headers, text: await textOf(answer) }
}

export type Exchange = Awaited<ReturnType<typeof exchange>>
