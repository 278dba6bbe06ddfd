import type { CreateImageBody, CreateReportBody } from './api-types.ts'
import { type Answered, answerOf, at, call } from './call.ts'
import type { Client } from './client.ts'
import { type Answer, exchange, type Request, readAnswer, type WriteOptions } from './exchange.ts'
import { blobOf, type FileSource, nameOf } from './file-source.ts'
import { hasXhr, sendByXhr } from './xhr.ts'

const STEP_BYTES = 65_536

export type Progress = { sentBytes: number; totalBytes: number }

export type UploadOptions = WriteOptions & {
  /** The file that comes along. */
  file?: FileSource
  /** How much of the request is on its way. Begins anew when the upload is tried again. */
  onProgress?: (progress: Progress) => void
}

/** With a file as a form, without one as JSON. The same bytes go out with every try, under one key. */
export async function upload<A>(
  client: Client,
  path: string,
  fileKey: string,
  body: object,
  options: UploadOptions = {},
): Promise<A> {
  const { file, onProgress = () => {}, ...others } = options
  if (file === undefined) return call<A>(client, 'POST', path, others, body)
  const form = formOf(body, fileKey, await blobOf(file), nameOf(file))
  const answer = await exchange(
    client,
    {
      method: 'POST',
      path,
      body: form,
      transport: (client, request, signal, alive) =>
        sendForm(client, { ...request, body: form.content }, signal, (sentBytes) => {
          alive()
          onProgress({ sentBytes, totalBytes: form.content.size })
        }),
    },
    others,
  )
  return answerOf<A>(answer)
}

/** A picture from a Blob, File, stream, path (Node) or address, which the service fetches itself. */
export function uploadImage(
  client: Client,
  inspectionId: string,
  source: FileSource,
  fields: Omit<CreateImageBody, 'acquisition'> = {},
  options: Omit<UploadOptions, 'file'> = {},
): Promise<Answered<string>> {
  const path = at`/v1/inspections/${inspectionId}/images`
  if (/^https?:/.test(String(source))) {
    const acquisition = { strategy: 'download_from_url', url: String(source) }
    return upload(client, path, 'image', { ...fields, acquisition }, options)
  }
  const acquisition = { strategy: 'upload_multipart_form_keys', fileKey: 'image' }
  return upload(client, path, 'image', { ...fields, acquisition }, { ...options, file: source })
}

/** A PDF of your own in the place of the service's report. */
export function uploadReport(
  client: Client,
  inspectionId: string,
  source: FileSource,
  options: Omit<UploadOptions, 'file'> = {},
): Promise<Answered<string>> {
  const path = at`/v1/inspections/${inspectionId}/pdf`
  const body: CreateReportBody = { pdfPostStrategy: 'upload' }
  return upload(client, path, 'pdf_data', body, { ...options, file: source })
}

/** RFC 7578, by hand: a FormData gives no stream of known length. */
function formOf(body: object, fileKey: string, file: Blob, name: string) {
  const boundary = `walkaround${Math.random().toString(36).slice(2)}${Date.now()}`
  const part = (header: string, type: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name=${header}\r\ncontent-type: ${type}\r\n\r\n`
  const safe = name.replace(/["\r\n]/g, encodeURIComponent)
  const head =
    `${part('"json"', 'application/json') + JSON.stringify(body)}\r\n` +
    part(`"${fileKey}"; filename="${safe}"`, file.type || 'application/octet-stream')
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: new Blob([head, file, `\r\n--${boundary}--\r\n`]),
  }
}

type Form = Request & { body: Blob }

/** Browsers tell progress only of an XMLHttpRequest, Node only of a stream. Others send it in one piece. */
function sendForm(
  client: Client,
  request: Form,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<Answer> {
  if (client.isPlain && hasXhr()) return sendByXhr(request, signal, onSent)
  return sendByFetch(client, request, signal, onSent)
}

async function sendByFetch(
  client: Client,
  { url, body, method, headers }: Form,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<Answer> {
  onSent(0)
  const streamed = () => ({
    headers: new Headers([...headers, ['content-length', String(body.size)]]),
    duplex: 'half',
    body: stepsOf(body, onSent),
  })
  const whole = { headers, body }
  // The types of some platforms do not know `duplex`, without which a stream is refused.
  const init = { method, signal, ...(isNode() ? streamed() : whole) } as RequestInit
  return readAnswer(await client.fetch(url, init), () => onSent(body.size))
}

/** In small steps, each only when the line has taken the one before: a Blob's own stream may be one step. */
function stepsOf(body: Blob, onSent: (bytes: number) => void): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = body.slice(sent, sent + STEP_BYTES)
        controller.enqueue(new Uint8Array(await step.arrayBuffer()))
        sent += step.size
        onSent(sent)
        if (sent >= body.size) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

const isNode = (): boolean => typeof process === 'object' && process?.versions?.node !== undefined
