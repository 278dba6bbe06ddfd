import { createHash, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  makeAuthority,
  makeSignatory,
  renewCertificate,
  type Signatory,
  signingFiles,
} from '../../../../../testing/signing-keys.ts'
import { reportPdf, streamOf, twinOf } from '../../../../test/small-pdf.ts'
import { appendSignature } from '../signing/append-signature.ts'
import { openSigner, type Signer } from '../signing/open-signer.ts'
import { signPdf } from '../signing/sign-pdf.ts'
import { signedMessage } from '../signing/signed-message.ts'
import { checkFile } from './check-file.ts'
import { printVerification } from './print-verification.ts'
import { concludeReport } from './verify-report.ts'

const dir = mkdtempSync(join(tmpdir(), 'verify-report-'))
afterAll(() => rmSync(dir, { recursive: true }))

const DAY_MS = 86_400_000
const signed_at = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)
const facts = { reason: 'Report issued', name: 'Walkaround', signed_at }
const pictures = [Buffer.from('first picture'), Buffer.from('second picture')]
const twin = twinOf(pictures)
const otherTwin = twinOf([Buffer.from('another picture')])

const pem = ({ certificateFile }: Signatory) => readFileSync(certificateFile, 'utf8')
async function signerOf(signatory: Signatory, chain: Signatory[] = []): Promise<Signer> {
  const certificateFile = join(dir, `${signatory.name}-chain.pem`)
  writeFileSync(certificateFile, [signatory, ...chain].map(pem).join(''))
  const signer = await openSigner(signingFiles({ ...signatory, certificateFile }), signed_at)
  if (!signer) throw new Error('no signer')
  return signer
}

const ca = makeAuthority(dir, 'ca')
const person = makeSignatory(dir, 'person', { issuer: ca })
const signer = await signerOf(person)
const signed = Buffer.from(await signPdf(signer, reportPdf(twin), facts))

type Given = { authorities?: string; originals?: string }
async function verify(bytes: Uint8Array, { authorities, originals }: Given = {}) {
  const facts = await checkFile(Buffer.from(bytes), authorities ?? null)
  const verification = await concludeReport(facts, originals ?? null)
  const statuses = Object.fromEntries(verification.checks.map(({ check, status }) => [check, status]))
  const details = verification.checks.map(({ detail }) => detail).join('\n')
  return { ...verification, statuses, details }
}

function folderOf(name: string, files: Record<string, Buffer>): string {
  const folder = join(dir, name)
  mkdirSync(join(folder, 'below'), { recursive: true })
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes)
  return folder
}

/** Changes one text of the file for another as long. */
function changed(bytes: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf(from)
  if (at < 0 || from.length !== to.length) throw new Error('nothing to change')
  copy.write(to, at, 'latin1')
  return copy
}

/** A new revision behind the file that replaces the catalog, as an editor would append it. */
function appended(bytes: Buffer, catalog: string): Buffer {
  const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1'))?.[1]
  const at = bytes.length
  const object = `1 0 obj\n${catalog}\nendobj\n`
  const table = `xref\n1 1\n${String(at).padStart(10, '0')} 00000 n \n`
  const end = `trailer\n<< /Size 99 /Root 1 0 R /Prev ${prev} >>\nstartxref\n${at + object.length}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(object + table + end)])
}

const catalogOf = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .match(/<< \/Type \/Catalog[\s\S]*?\nendobj/g)
    ?.at(-1)
    ?.replace('\nendobj', '') ?? ''

describe('verifyReport, signed', () => {
  it('finds a signed report with its authority and its pictures in order', async () => {
    const originals = folderOf('all', { 'a.jpg': pictures[0] ?? twin, 'below/b.jpg': pictures[1] ?? twin })
    const found = await verify(signed, { authorities: pem(ca), originals })
    expect(found.statuses).toEqual({
      signature: 'ok',
      signing_time: 'ok',
      authority: 'ok',
      twin: 'ok',
      code: 'ok',
      originals: 'ok',
    })
    expect(found.is_failed).toBe(false)
    expect(found.conclusion).toMatch(/^Proven: the file is unchanged since "CN=person" signed it/)
    expect(found.conclusion).toContain('Not proven: when it was signed')
  })

  it('says who is not known where no authority is given', async () => {
    const found = await verify(signed)
    expect(found.statuses).toMatchObject({
      signature: 'ok',
      authority: 'not checked',
      originals: 'not checked',
    })
    expect(found.details).toContain('no authority was given')
    expect(found.conclusion).toContain('somebody who goes by "CN=person"')
    expect(found.conclusion).not.toContain('pictures in the folder')
    expect(found.is_failed).toBe(false)
  })

  it('says that a self-signed certificate proves no name, and takes it when it is given', async () => {
    const alone = makeSignatory(dir, 'alone', {})
    const bytes = await signPdf(await signerOf(alone), reportPdf(twin), facts)
    const found = await verify(bytes)
    expect(found.statuses).toMatchObject({ signature: 'ok', authority: 'not checked' })
    expect(found.details).toContain('self-signed: anybody can make one')
    expect((await verify(bytes, { authorities: pem(alone) })).statuses.authority).toBe('ok')
  })

  it('finds the way over a certificate in between', async () => {
    const between = makeAuthority(dir, 'between', { issuer: ca })
    const far = makeSignatory(dir, 'far', { issuer: between })
    const bytes = await signPdf(await signerOf(far, [between]), reportPdf(twin), facts)
    expect((await verify(bytes, { authorities: pem(ca) })).statuses.authority).toBe('ok')
  })

  it.each(['P-384', 'rsa:2048'] as const)('knows signatures by %s', async (kind) => {
    const other = makeSignatory(dir, `kind-${kind}`, { kind, issuer: ca })
    const bytes = await signPdf(await signerOf(other), reportPdf(twin), facts)
    const found = await verify(bytes, { authorities: pem(ca) })
    expect(found.statuses).toMatchObject({ signature: 'ok', authority: 'ok' })
  })
})

describe('verifyReport, a signature that must not hold', () => {
  it('a changed byte', async () => {
    const found = await verify(changed(signed, '/MediaBox [0 0 100 100]', '/MediaBox [0 0 100 101]'))
    expect(found.statuses.signature).toBe('FAILED')
    expect(found.details).toContain('changed after it was signed')
    expect(found.conclusion).toMatch(/^Do not rely on this file: signature failed/)
  })

  it('a swapped twin', async () => {
    const plain = (content: Buffer) => reportPdf(content, streamOf(content, ''))
    const bytes = Buffer.from(await signPdf(signer, plain(twin), facts))
    const swapped = changed(bytes, twin.toString(), twin.toString().replace('image-1', 'image-9'))
    expect((await verify(bytes)).statuses.signature).toBe('ok')
    expect((await verify(swapped)).statuses).toMatchObject({ signature: 'FAILED', code: 'FAILED' })
  })

  it('the signature of one report in another', async () => {
    const other = Buffer.from(await signPdf(signer, reportPdf(otherTwin), facts))
    const contents = /\/Contents <([0-9a-f]+)>/
    const foreign = contents.exec(signed.toString('latin1'))?.[1] ?? ''
    const own = contents.exec(other.toString('latin1'))?.[1] ?? ''
    expect((await verify(changed(other, own, foreign))).statuses.signature).toBe('FAILED')
  })

  it('a revision appended after signing, even one that changes nothing', async () => {
    const found = await verify(appended(signed, catalogOf(signed)))
    expect(found.statuses.signature).toBe('FAILED')
    expect(found.details).toMatch(/\d+ bytes were appended after signing/)
    expect((await verify(Buffer.concat([signed, Buffer.from('\n')]))).statuses.signature).toBe('FAILED')
  })

  it('a revision that hides the signature', async () => {
    const bare =
      '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(report.json) 4 0 R] >> >> >>'
    const found = await verify(appended(signed, bare))
    expect(found.statuses.signature).toBe('FAILED')
    expect(found.details).toContain('a signature that it no longer shows')
  })

  it('a range that leaves out more than the signature', async () => {
    const { bytes, start, end } = appendSignature(reportPdf(twin), facts, 4096)
    const range = `/ByteRange [0 ${start - 20} ${end} ${bytes.length - end}]`
    const written = /\/ByteRange \[[^\]]+\] */.exec(bytes.toString('latin1'))?.[0] ?? ''
    const file = changed(bytes, written, range.padEnd(written.length))
    const digest = createHash('sha256')
      .update(file.subarray(0, start - 20))
      .update(file.subarray(end))
      .digest()
    file.write(signedMessage(signer, digest).toString('hex'), start + 1, 'latin1')
    const found = await verify(file)
    expect(found.statuses.signature).toBe('FAILED')
    expect(found.details).toContain('not over the whole file')
  })

  it('a key that is not that of the certificate in the file', async () => {
    const forger = await signerOf(makeSignatory(dir, 'forger', { issuer: ca }))
    const forged = await signPdf({ ...signer, key: forger.key }, reportPdf(twin), facts)
    const found = await verify(forged, { authorities: pem(ca) })
    expect(found.statuses.signature).toBe('FAILED')
    expect(found.details).toContain('not made with the key of its certificate')
  })

  it('a certificate put in the place of the one that signed, with the same key, name and number', async () => {
    // Signatures by RSA have one length, so that one certificate fits into the place of the other.
    const rsa = makeAuthority(dir, 'rsa', { kind: 'rsa:2048' })
    const owner = makeSignatory(dir, 'owner', { issuer: rsa })
    const own = await signerOf(owner)
    const other = new X509Certificate(readFileSync(renewCertificate(dir, owner, rsa)))
    const bytes = Buffer.from(await signPdf(own, reportPdf(twin), facts))
    const swapped = changed(bytes, own.certificates[0].raw.toString('hex'), other.raw.toString('hex'))
    const found = await verify(swapped)
    expect(found.statuses.signature).toBe('FAILED')
    expect(found.details).toContain('another certificate than the one in the file')
  })

  it('another authority, also one of the same name', async () => {
    for (const other of [makeAuthority(dir, 'other'), makeAuthority(dir, 'namesake', { subject: 'ca' })]) {
      const found = await verify(signed, { authorities: pem(other) })
      expect(found.statuses).toMatchObject({ signature: 'ok', authority: 'FAILED' })
      expect(found.is_failed).toBe(true)
    }
  })

  it('a certificate issued by one that is no authority', async () => {
    const impostor = makeSignatory(dir, 'impostor', { issuer: person })
    const { key, certificates } = await signerOf(impostor)
    const chain = { ...signer, key, certificates: [certificates[0], ...signer.certificates] as const }
    const found = await verify(await signPdf(chain, reportPdf(twin), facts), { authorities: pem(ca) })
    expect(found.statuses).toMatchObject({ signature: 'ok', authority: 'FAILED' })
  })

  it.each([
    ['had expired', 11],
    ['was not valid yet', -1],
  ])('a certificate that %s at the time of signing', async (words, days) => {
    const time = new Date(signed_at.getTime() + days * DAY_MS)
    const { bytes, start, end } = appendSignature(reportPdf(twin), { ...facts, signed_at: time }, 4096)
    const digest = createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest()
    bytes.write(signedMessage(signer, digest).toString('hex'), start + 1, 'latin1')
    const found = await verify(bytes, { authorities: pem(ca) })
    expect(found.statuses).toMatchObject({ signature: 'ok', signing_time: 'FAILED' })
    expect(found.details).toContain(words)
  })

  it('a message that is none', async () => {
    const hex = /\/Contents <([0-9a-f]+)>/.exec(signed.toString('latin1'))?.[1] ?? ''
    const found = await verify(changed(signed, hex, '30'.repeat(hex.length / 2)))
    expect(found.details).toContain('the signature cannot be read')
  })
})

describe('verifyReport, unsigned', () => {
  it('proves nothing, and fails nothing', async () => {
    const found = await verify(reportPdf(twin))
    expect(found.statuses).toMatchObject({ signature: 'not checked', twin: 'ok', code: 'ok' })
    expect(found.is_failed).toBe(false)
    expect(found.conclusion).toMatch(/^Proven: nothing\. Not proven: who made this file/)
  })

  it('fails where an authority is given: whoever gives one expects a signature', async () => {
    expect((await verify(reportPdf(twin), { authorities: pem(ca) })).statuses.signature).toBe('FAILED')
  })

  it('fails where the attached data are not those of the code', async () => {
    const code = JSON.parse(twin.toString()).verification.code
    const swapped = otherTwin.toString().replace(/"code":"[0-9a-f]{12}"/, `"code":"${code}"`)
    const found = await verify(reportPdf(Buffer.from(swapped)))
    expect(found.statuses).toMatchObject({ twin: 'ok', code: 'FAILED' })
  })
})

describe('verifyReport, originals', () => {
  it('lists what is missing and what is not of the report', async () => {
    const originals = folderOf('some', { 'a.jpg': pictures[0] ?? twin, 'c.jpg': Buffer.from('edited') })
    const found = await verify(signed, { originals })
    expect(found.statuses.originals).toBe('FAILED')
    expect(found.originals).toEqual({
      found: 1,
      missing: [{ image_id: 'image-2', sha256: createHash('sha256').update('second picture').digest('hex') }],
      additional: ['c.jpg'],
    })
    const printed = printVerification(found)
    expect(printed).toContain('  missing    image-2')
    expect(printed).toContain('  additional c.jpg')
  })

  it('prints characters of control as a mark', () => {
    const checks = [{ check: 'file', status: 'FAILED', detail: 'x\u001b[2Ky\u202ez' }] as const
    const text = printVerification({
      is_failed: true,
      checks: [...checks],
      originals: null,
      conclusion: 'end',
    })
    expect(text).toContain('x\uFFFD[2Ky\uFFFDz')
  })
})
