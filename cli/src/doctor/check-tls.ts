import { once } from 'node:events'
import { connect } from 'node:tls'
import { type Check, fault, isLoopback, ok, warning } from './check.ts'

const DAYS_LEFT_MIN = 14
const CONNECT_MS = 10_000

/** Published clients speak https only, and browsers refuse what they do not trust. */
export async function checkTls(url: string, nowMs: number): Promise<Check> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol === 'http:')
    return isLoopback(url)
      ? warning(
          'TLS',
          'plain http on this machine',
          'Set TLS_CERTIFICATE_FILE and TLS_KEY_FILE before others use it.',
        )
      : fault(
          'TLS',
          'tokens and pictures travel in the clear',
          'Give the api a certificate, or a proxy that speaks TLS.',
        )
  const host = hostname.replace(/^\[|\]$/g, '')
  const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
  const socket = connect({ host, port: Number(port) || 443, rejectUnauthorized: false, ...servername })
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('no answer')))
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
        'Renew it and restart the api or the proxy.',
      )
    if (!socket.authorized)
      return fault(
        'TLS',
        `the certificate is not trusted: ${socket.authorizationError}`,
        'Send the whole chain, check the name, or name your own authority in NODE_EXTRA_CA_CERTS.',
      )
    if (!['TLSv1.2', 'TLSv1.3'].includes(version))
      return fault('TLS', `only ${version}`, 'Allow TLS 1.2 and 1.3.')
    if (days < DAYS_LEFT_MIN)
      return warning('TLS', `${version}, ${until}`, `Renew the certificate: ${days} days are left.`)
    return ok('TLS', `${version}, ${until}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return fault(
      'TLS',
      `no connection to ${hostname}: ${reason}`,
      'Check the address, the firewall and that the service runs.',
    )
  } finally {
    socket.destroy()
  }
}
