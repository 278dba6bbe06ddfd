import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type KeyKind,
  makeAuthority,
  makeSignatory,
  signingFiles,
} from '../../../../../testing/signing-keys.ts'
import { openSigner } from './open-signer.ts'

const dir = mkdtempSync(join(tmpdir(), 'open-signer-'))
afterAll(() => rmSync(dir, { recursive: true }))

const DAY_MS = 86_400_000
const now = new Date(Date.now() + 60_000)
const ca = makeAuthority(dir, 'ca')
const person = makeSignatory(dir, 'person', { issuer: ca })

describe('openSigner', () => {
  it('is null where none is configured', async () => {
    const none = { REPORT_SIGNING_KEY_FILE: undefined, REPORT_SIGNING_CERTIFICATE_FILE: undefined }
    expect(await openSigner(none, now)).toBeNull()
  })

  it.each([
    ['P-256', 'sha256'],
    ['P-384', 'sha384'],
    ['rsa:2048', 'sha256'],
  ] as const)('opens a key %s and digests with %s', async (kind, digest) => {
    const signatory = makeSignatory(dir, `ok-${kind}`, { kind, issuer: ca })
    expect(await openSigner(signingFiles(signatory), now)).toMatchObject({ digest })
  })

  it('keeps the certificates that vouch for the first', async () => {
    const chain = join(dir, 'chain.pem')
    writeFileSync(
      chain,
      readFileSync(person.certificateFile, 'utf8') + readFileSync(ca.certificateFile, 'utf8'),
    )
    const signer = await openSigner({ ...signingFiles(person), REPORT_SIGNING_CERTIFICATE_FILE: chain }, now)
    expect(signer?.certificates.map(({ subject }) => subject)).toEqual(['CN=person', 'CN=ca'])
  })

  it.each(['P-521', 'rsa:1024'] satisfies KeyKind[])('refuses a key %s', async (kind) => {
    const signatory = makeSignatory(dir, `bad-${kind}`, { kind, issuer: ca })
    await expect(openSigner(signingFiles(signatory), now)).rejects.toThrow(/must hold a key on curve/)
  })

  it('refuses a key that is not that of the certificate', async () => {
    const files = { ...signingFiles(person), REPORT_SIGNING_KEY_FILE: ca.keyFile }
    await expect(openSigner(files, now)).rejects.toThrow(/is not the key of the first certificate/)
  })

  it('refuses a certificate that has expired or is not valid yet', async () => {
    const files = signingFiles(person)
    await expect(openSigner(files, new Date(now.getTime() + 11 * DAY_MS))).rejects.toThrow(
      /"CN=person" expired on/,
    )
    await expect(openSigner(files, new Date(now.getTime() - DAY_MS))).rejects.toThrow(/is not valid before/)
  })

  it('refuses a certificate whose key is not for signatures', async () => {
    const extensions = ['keyUsage=critical,keyAgreement']
    const signatory = makeSignatory(dir, 'agreement', { issuer: ca, extensions })
    await expect(openSigner(signingFiles(signatory), now)).rejects.toThrow(/must not be used for signatures/)
  })

  it('refuses a chain in the wrong order', async () => {
    const other = makeAuthority(dir, 'other')
    const chain = join(dir, 'wrong.pem')
    writeFileSync(
      chain,
      readFileSync(person.certificateFile, 'utf8') + readFileSync(other.certificateFile, 'utf8'),
    )
    const files = { ...signingFiles(person), REPORT_SIGNING_CERTIFICATE_FILE: chain }
    await expect(openSigner(files, now)).rejects.toThrow(/not followed by the certificate of its issuer/)
  })

  it('refuses what is no key without quoting it', async () => {
    const keyFile = join(dir, 'no.key')
    writeFileSync(keyFile, 'very private')
    const opened = openSigner({ ...signingFiles(person), REPORT_SIGNING_KEY_FILE: keyFile }, now)
    await expect(opened).rejects.toThrow('must hold one private key in PEM')
    await expect(opened).rejects.not.toThrow(/very private/)
  })
})
