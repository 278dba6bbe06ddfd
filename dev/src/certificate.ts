import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './processes.ts'
import type { Settings } from './settings.ts'

const validDays = 825
const renewBeforeMs = 30 * 24 * 60 * 60 * 1000

export function certificatePaths(settings: Settings) {
  const dir = join(settings.dir, 'certificates')
  return {
    dir,
    authority: join(dir, 'ca.pem'),
    authorityKey: join(dir, 'ca.key'),
    certificate: join(dir, 'server.pem'),
    key: join(dir, 'server.key'),
  }
}

/** A certificate authority of this stack alone, and the service's certificate signed by it. */
export async function createCertificates(settings: Settings): Promise<void> {
  const { dir, authority, authorityKey, certificate, key } = certificatePaths(settings)
  mkdirSync(dir, { recursive: true, mode: 0o700 })

  const authorityIsNew = !isFresh(authority, authorityKey)
  if (authorityIsNew) {
    await run('openssl', [
      ...newKey(authorityKey),
      ...['-x509', '-days', `${validDays}`, '-subj', '/CN=Walkaround development CA', '-out', authority],
      ...[
        '-addext',
        'basicConstraints=critical,CA:TRUE,pathlen:0',
        '-addext',
        'keyUsage=critical,keyCertSign,cRLSign',
      ],
    ])
  }
  if (!authorityIsNew && isFresh(certificate, key)) return

  const request = join(dir, 'server.csr')
  const extensions = join(dir, 'server.ext')
  writeFileSync(
    extensions,
    [
      'basicConstraints = critical, CA:FALSE',
      'keyUsage = critical, digitalSignature',
      'extendedKeyUsage = serverAuth',
      'subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1',
      '',
    ].join('\n'),
  )
  await run('openssl', [...newKey(key), '-subj', '/CN=localhost', '-out', request])
  await run('openssl', [
    ...['x509', '-req', '-in', request, '-CA', authority, '-CAkey', authorityKey, '-CAcreateserial'],
    ...['-days', `${validDays}`, '-sha256', '-extfile', extensions, '-out', certificate],
  ])
  for (const file of [request, extensions]) rmSync(file)
}

function newKey(file: string): string[] {
  return ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file]
}

function isFresh(certificate: string, key: string): boolean {
  if (!existsSync(certificate) || !existsSync(key)) return false
  try {
    const { validTo } = new X509Certificate(readFileSync(certificate))
    return Date.parse(validTo) - Date.now() > renewBeforeMs
  } catch {
    // Half a file, from a start that was interrupted.
    return false
  }
}
