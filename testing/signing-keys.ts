import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type KeyKind = 'P-256' | 'P-384' | 'P-521' | 'rsa:2048' | 'rsa:1024'
export type Signatory = { name: string; keyFile: string; certificateFile: string }

const NEW_KEY: Record<KeyKind, string[]> = {
  'P-256': ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'P-384': ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'P-521': ['ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  'rsa:2048': ['rsa:2048'],
  'rsa:1024': ['rsa:1024'],
}
const AUTHORITY = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign']
const PERSON = ['basicConstraints=critical,CA:FALSE', 'keyUsage=critical,digitalSignature,nonRepudiation']

const openssl = (dir: string, args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' })

export type Wish = {
  kind?: KeyKind
  extensions?: string[]
  issuer?: Signatory
  /** A common name, or a whole name that begins with a slash. */
  subject?: string
}

/** A key and its certificate in `dir`, made with OpenSSL: by its issuer, or self-signed. Valid from now for ten days. */
export function makeSignatory(dir: string, name: string, wish: Wish): Signatory {
  const { kind = 'P-256', extensions = PERSON, issuer, subject = name } = wish
  const keyFile = join(dir, `${name}.key`)
  const certificateFile = join(dir, `${name}.pem`)
  const request = [
    'req',
    '-newkey',
    ...NEW_KEY[kind],
    '-nodes',
    '-keyout',
    keyFile,
    '-subj',
    subject.startsWith('/') ? subject : `/CN=${subject}`,
  ]
  if (!issuer) {
    const added = extensions.flatMap((extension) => ['-addext', extension])
    openssl(dir, [...request, '-x509', '-days', '10', '-out', certificateFile, ...added])
    return { name, keyFile, certificateFile }
  }
  writeFileSync(join(dir, `${name}.ext`), extensions.join('\n'))
  openssl(dir, [...request, '-out', `${name}.csr`])
  const by = ['-CA', issuer.certificateFile, '-CAkey', issuer.keyFile, '-CAcreateserial']
  openssl(dir, [
    ...['x509', '-req', '-in', `${name}.csr`, ...by, '-days', '10'],
    ...['-extfile', `${name}.ext`, '-out', certificateFile],
  ])
  return { name, keyFile, certificateFile }
}

/** Another certificate with the same key, name and number, by the same issuer. */
export function renewCertificate(dir: string, { name }: Signatory, issuer: Signatory): string {
  const file = join(dir, `${name}-renewed.pem`)
  const serial = openssl(dir, ['x509', '-in', `${name}.pem`, '-noout', '-serial'])
    .toString()
    .trim()
    .split('=')[1]
  openssl(dir, [
    ...['x509', '-req', '-in', `${name}.csr`, '-CA', issuer.certificateFile, '-CAkey', issuer.keyFile],
    ...['-set_serial', `0x${serial}`, '-days', '11', '-extfile', `${name}.ext`, '-out', file],
  ])
  return file
}

export const makeAuthority = (dir: string, name: string, wish: Wish = {}) =>
  makeSignatory(dir, name, { ...wish, extensions: AUTHORITY })

export const signingFiles = ({ keyFile, certificateFile }: Signatory) => ({
  REPORT_SIGNING_KEY_FILE: keyFile,
  REPORT_SIGNING_CERTIFICATE_FILE: certificateFile,
})
