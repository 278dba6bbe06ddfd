import type { ServiceEvent } from './api-types.ts'
import { WalkaroundError } from './errors.ts'

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export type WebhookOptions = {
  /** How far the clock of the sender may be away, and how old a message may be; 300 seconds unless said otherwise. */
  toleranceS?: number
  nowMs?: number
}

/**
 * The event in a webhook, once its signature holds (Standard Webhooks 1.0). `body` must be the bytes as they came, not
 * JSON that was read and written again. Anything else is thrown as `webhook_invalid`.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceS = 300, nowMs = Date.now() }: WebhookOptions = {},
): Promise<ServiceEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d+$/.test(timestamp)) throw invalid('the header webhook-timestamp cannot be read')
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceS)
    throw invalid('the message is too old, or a clock is wrong')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const message = new Uint8Array(signed.length + bytes.length)
  message.set(signed)
  message.set(bytes, signed.length)
  // Two secrets, and two signatures, overlap while a secret is exchanged.
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await importKey(one)
    for (const entry of signatures.split(' ')) {
      const [version, encoded = ''] = entry.split(',')
      const signature = version === 'v1' ? bytesOf(encoded) : undefined
      // Compares in constant time.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, message))) return JSON.parse(text)
    }
  }
  throw invalid('no signature matches')
}

function importKey(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('the secret is not of the form whsec_…')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') throw invalid(`the header ${name} is missing`)
  return value
}

const invalid = (reason: string) =>
  new WalkaroundError({ code: 'webhook_invalid', message: `Invalid webhook: ${reason}` })
