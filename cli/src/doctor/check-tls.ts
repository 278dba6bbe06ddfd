import { once } from 'node:events'
import { connect } from 'node:tls'
import { type Check, fault, isLoopback, ok, warn } from './check.ts'

const DAYS_LEFT_MIN = 14
const CONNECT_MS = 10_000

/** Published clients speak https only, and browsers refuse what they do not trust. */
export async function checkTls(url: string, nowMs: number): Promise<Check> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol === 'http:')
    return isLoopback(url)
      ? warn(
          'TLS',
          'plain http, on this machine only',
          'Set TLS_CERTIFICATE_FILE and TLS_KEY_FILE before others use the service.',
        )
      : fault(
          'TLS',
          'tokens and pictures are sent unencrypted',
          'Give the API a certificate, or put a TLS proxy in front of it.',
        )
  const host = hostname.replace(/^\[|\]$/g, '')
  const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
  const socket = connect({ host, port: Number(port) || 443, rejectUnauthorized: false, ...servername })
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('no response')))
  try {
    await once(socket, 'secureConnect')
    const certificate = socket.getPeerCertificate()
    const days = Math.floor((Date.parse(certificate.valid_to) - nowMs) / 86_400_000)
    const version = socket.getProtocol() ?? 'TLS'
    const until = `valid until ${new Date(certificate.valid_to).toISOString().slice(0, 10)}`
    if (days < 0)
      return fault(
        'TLS',
        `the certificate has expired (${until})`,
        'Renew it and restart the API or the proxy.',
      )
    if (!socket.authorized)
      return fault(
        'TLS',
        `the certificate is not trusted: ${socket.authorizationError}`,
        'Serve the full certificate chain, check the host name, or add your certificate authority in NODE_EXTRA_CA_CERTS.',
      )
    if (!['TLSv1.2', 'TLSv1.3'].includes(version))
      return fault('TLS', `only ${version}`, 'Allow TLS 1.2 and 1.3.')
    if (days < DAYS_LEFT_MIN)
      return warn('TLS', `${version}, ${until}`, `Renew the certificate. It expires in ${days} days.`)
    return ok('TLS', `${version}, ${until}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return fault(
      'TLS',
      `no connection to ${hostname}: ${reason}`,
      'Check the URL, the firewall, and that the service is running.',
    )
  } finally {
    socket.destroy()
  }
}
