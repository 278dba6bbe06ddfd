import { isIP } from 'node:net'
import { EgressRefused } from './egress-refused.ts'

const URL_LENGTH_MAX = 8192
// Printable ASCII without the backslash: parsers disagree over backslashes, blanks and look-alike characters.
const PLAIN_TEXT = /^[\x21-\x5b\x5d-\x7e]+$/
const PRIVATE_NAME = /\.(?:arpa|corp|home|internal|intranet|lan|local|localdomain|localhost|private|svc)$/

/** What can be said of a URL without asking anybody. Where its name leads is judged when it is connected to. */
export function checkUrl(text: string, allowHttp: boolean, ports: readonly number[]): URL {
  if (!PLAIN_TEXT.test(text)) throw new EgressRefused('text')
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) throw new EgressRefused('url')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) throw new EgressRefused('scheme')
  if (url.username !== '' || url.password !== '') throw new EgressRefused('user_info')
  // The host must be written as it will be used, so that every other reader of this text sees the same host.
  const prefix = `${url.protocol}//${url.hostname}`
  if (!text.toLowerCase().startsWith(prefix) || !/^[:/?#]?$/.test(text.charAt(prefix.length))) {
    throw new EgressRefused('not_canonical')
  }
  const port = url.port === '' ? { 'https:': 443, 'http:': 80 }[url.protocol] : Number(url.port)
  if (port === undefined || !ports.includes(port)) throw new EgressRefused('port')
  if (isIP(url.hostname) !== 0 || url.hostname.startsWith('[')) return url
  const dotted = /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{1,63}$/.test(url.hostname)
  if (!dotted || PRIVATE_NAME.test(url.hostname)) throw new EgressRefused('host')
  return url
}

/** Where a redirect leads, as text that has yet to be checked. */
export function redirectUrl(location: string, base: URL): string {
  // Resolving tidies a text up, so it must not come before the check; and it reads `http:path` as relative.
  if (!PLAIN_TEXT.test(location) || /^[a-z][a-z0-9+.-]*:/i.test(location)) return location
  return URL.parse(location, base.href)?.href ?? location
}
