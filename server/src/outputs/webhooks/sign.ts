import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/**
 * The headers of Standard Webhooks 1.0 (github.com/standard-webhooks/standard-webhooks, "Signature scheme"). Every
 * attempt is signed anew: the id stays, the time is that of the attempt.
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  nowMs: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
