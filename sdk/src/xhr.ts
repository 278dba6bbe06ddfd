import type { Answer, Request } from './exchange.ts'

/** What is used of an XMLHttpRequest; the platform's types are not there in Node. */
type Xhr = {
  upload: { onprogress: ((event: { loaded: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  onprogress: (() => void) | null
  responseType: string
  status: number
  response: Blob
  open: (method: string, url: string) => void
  setRequestHeader: (name: string, value: string) => void
  getResponseHeader: (name: string) => string | null
  send: (body: Blob) => void
  abort: () => void
}

// The name is not declared on every platform, and what is declared differs; what is used of it is the type above.
const xhrOf = () => Reflect.get(globalThis, 'XMLHttpRequest') as unknown as (new () => Xhr) | undefined

export const hasXhr = (): boolean => xhrOf() !== undefined

export function sendByXhr(
  { method, url, headers, body }: Request & { body: Blob },
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const Xhr = xhrOf()
    if (!Xhr) return reject(new Error('there is no XMLHttpRequest'))
    const xhr = new Xhr()
    const fail = (reason: string) => () => reject(new Error(reason))
    xhr.open(method, url)
    xhr.responseType = 'blob'
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    xhr.upload.onprogress = ({ loaded }) => onSent(loaded)
    xhr.onprogress = () => onSent(body.size)
    xhr.onload = () =>
      resolve({ status: xhr.status, header: (name) => xhr.getResponseHeader(name), body: xhr.response })
    xhr.onerror = fail('the connection broke')
    xhr.onabort = fail('aborted')
    signal.addEventListener('abort', () => xhr.abort(), { once: true })
    onSent(0)
    xhr.send(body)
  })
}
