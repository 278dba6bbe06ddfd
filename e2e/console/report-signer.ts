import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Settings of a service that signs its reports, with a key made for it in this folder. */
export function createReportSigner(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  const subject = ['-subj', '/O=Alder Rentals/CN=Reports', '-addext', 'keyUsage=digitalSignature']
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  })
  return {
    REPORT_SIGNING_KEY_FILE: key,
    REPORT_SIGNING_CERTIFICATE_FILE: certificate,
    SERVICE_NAME: 'Alder Rentals Inspections',
  }
}
