import { Problem } from '../../core/contracts/problems.ts'

const HEADERS_MAX = 20
const HEADER_BYTES_MAX = 1024
// RFC 9110, section 5.6.2: what a field name is made of.
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// Printable ASCII, with blanks only inside: no reader can take it for the end of the field.
const PLAIN_VALUE = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/

/**
 * Headers that are never sent for a caller: they speak of the connection (RFC 9110, section 7.6.1), of the message that
 * the service makes, of a session, or of who sends and signs.
 */
const DENIED =
  /^(?:connection|keep-alive|te|trailers?|transfer-encoding|upgrade|http2-settings|expect|host|cookie2?|set-cookie2?|user-agent|date|via|forwarded|(?:content|proxy|webhook|x-forwarded)-.*)$/

export type CallbackHeaders = Record<string, string>

/** The headers a caller gives, in lower case, without those that are never sent. Refuses what is no header at all. */
export function readCallbackHeaders(input: Record<string, unknown>, field: string): CallbackHeaders {
  const entries = Object.entries(input)
  if (entries.length > HEADERS_MAX) throw mistake(field, `must not have more than ${HEADERS_MAX} entries`)
  return keepAllowed(
    entries.map(([name, value]): [string, string] => {
      if (!TOKEN.test(name)) throw mistake(field, 'has a name that is not one of a header')
      const at = `${field}.${name}`
      if (!isScalar(value)) throw mistake(at, 'must be a string, a number or a boolean')
      const text = String(value)
      if (!PLAIN_VALUE.test(text))
        throw mistake(at, 'must be printable ASCII without leading or trailing spaces')
      if (name.length + text.length > HEADER_BYTES_MAX)
        throw mistake(at, `must not have more than ${HEADER_BYTES_MAX} bytes, its name included`)
      return [name, text]
    }),
  )
}

function keepAllowed(entries: [string, string][]): CallbackHeaders {
  // An own property under any name, `__proto__` included.
  return Object.fromEntries(
    entries
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .filter(([name]) => !DENIED.test(name)),
  )
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function mistake(field: string, message: string): Problem {
  return new Problem('request_invalid', {}, [{ field, message }])
}
