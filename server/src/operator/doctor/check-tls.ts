import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { type Check, fault, isLoopback, ok, reasonOf, warn } from './check.ts'

const DAYS_MIN = 14
const CONNECT_MS = 10_000
const DAY_MS = 86_400_000

/** The chain that a server shows, as the processes of the service judge it. */
export async function checkTls(setting: string, url: string): Promise<Check> {
  const name = `TLS of ${setting}`
  const { protocol, hostname, port } = new URL(url)
  if (protocol === 'http:') {
    if (isLoopback(url)) return ok(name, 'plain http, on this machine only')
    return warn(name, `${url} is plain http`, 'Use https: tokens, keys and pictures cross the network.')
  }
  const host = hostname.replace(/^\[|\]$/g, '')
  const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
  const socket = connect({ host, port: Number(port) || 443, rejectUnauthorized: false, ...servername })
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('no response')))
  try {
    await once(socket, 'secureConnect')
    const { valid_to } = socket.getPeerCertificate()
    if (!socket.authorized && Date.parse(valid_to) > Date.now())
      return fault(
        name,
        `the certificate is not trusted: ${socket.authorizationError}`,
        'Serve the whole chain, use the name that the certificate is for, or name your own authority in NODE_EXTRA_CA_CERTS.',
      )
    return judgeDays(name, valid_to)
  } catch (error) {
    return fault(name, `no connection to ${url}: ${reasonOf(error)}`, `Check ${setting} and the firewall.`)
  } finally {
    socket.destroy()
  }
}

/** A certificate of our own, with its key. */
export function checkCertificate(name: string, certificateFile: string, keyFile: string): Check {
  try {
    const certificate = new X509Certificate(readFileSync(certificateFile))
    if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile))))
      return fault(
        name,
        `${keyFile} is not the key of ${certificateFile}`,
        'Install the two that belong together.',
      )
    return judgeDays(name, certificate.validTo)
  } catch (error) {
    return fault(name, reasonOf(error), 'Both files must be PEM; the key must have no password.')
  }
}

function judgeDays(name: string, validTo: string): Check {
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS)
  const until = new Date(validTo).toISOString().slice(0, 10)
  const fix = 'Renew the certificate, then restart whatever serves it.'
  if (days < 0) return fault(name, `the certificate expired on ${until}`, fix)
  if (days < DAYS_MIN) return warn(name, `the certificate expires in ${days} days, on ${until}`, fix)
  return ok(name, `valid for ${days} days, until ${until}`)
}
