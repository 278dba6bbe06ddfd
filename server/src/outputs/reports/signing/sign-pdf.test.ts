import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import * as pkijs from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeAuthority,
  makeSignatory,
  type Signatory,
  signingFiles,
} from '../../../../../testing/signing-keys.ts'
import { pdfOf, reportPdf, twinOf } from '../../../../test/small-pdf.ts'
import { openSigner, type Signer } from './open-signer.ts'
import { signPdf } from './sign-pdf.ts'
import { signedMessage } from './signed-message.ts'

const dir = mkdtempSync(join(tmpdir(), 'sign-pdf-'))
const nss = `sql:${join(dir, 'nss')}`
afterAll(() => rmSync(dir, { recursive: true }))

const signed_at = new Date(Math.floor(Date.now() / 1000) * 1000 + 60_000)
const facts = { reason: 'Report issued (é) \\', name: 'Walkaround >> 株', signed_at }
const twin = twinOf([Buffer.from('one')])

let ca: Signatory
const signers = new Map<string, Signer>()
beforeAll(async () => {
  ca = makeAuthority(dir, 'ca')
  for (const kind of ['P-256', 'P-384', 'rsa:2048'] as const) {
    const signatory = makeSignatory(dir, `key-${kind}`, { kind, issuer: ca })
    const signer = await openSigner(signingFiles(signatory), signed_at)
    if (signer) signers.set(kind, signer)
  }
  mkdirSync(join(dir, 'nss'))
  execFileSync('certutil', ['-N', '-d', nss, '--empty-password'])
  execFileSync('certutil', ['-A', '-d', nss, '-n', 'ca', '-t', 'CT,C,C', '-i', ca.certificateFile])
})

function signerOf(kind: string): Signer {
  const signer = signers.get(kind)
  if (!signer) throw new Error(`no signer ${kind}`)
  return signer
}

function written(bytes: Uint8Array): string {
  const file = join(dir, 'signed.pdf')
  writeFileSync(file, bytes)
  return file
}

const pdfsig = (bytes: Uint8Array) =>
  spawnSync('pdfsig', ['-nssdir', nss, written(bytes)], { encoding: 'utf8' }).stdout
const qpdf = (bytes: Uint8Array) => spawnSync('qpdf', ['--check', written(bytes)], { encoding: 'utf8' })

/** As the renderer makes them: tagged, archivable, a link on the first page and the twin attached. */
function typstPdf(standard: string): Buffer {
  const fonts = join(
    createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'),
    '../400Regular',
  )
  const compiler = NodeCompiler.create({ workspace: dir, fontArgs: [{ fontPaths: [fonts] }] })
  const source = `#set document(title: "Report", date: auto)
#set text(font: "Inter", lang: "en")
#pdf.attach("report.json", bytes(sys.inputs.twin), mime-type: "application/json", relationship: "data", description: "twin")
= Report
#link("https://walkaround.example")[A link]
#pagebreak()
Second page`
  const result = compiler.compile({ mainFileContent: source, inputs: { twin: twin.toString() } })
  if (!result.result) throw new Error('the test document does not compile')
  return compiler.pdf(result.result, { pdfStandard: standard, creationTimestamp: 1_794_650_000 })
}

describe('signPdf', () => {
  it.each(['P-256', 'P-384', 'rsa:2048'])('other programs find the signature by %s valid', async (kind) => {
    const signed = await signPdf(signerOf(kind), typstPdf('a-3a'), facts)
    const said = pdfsig(signed)
    expect(said).toContain('Signature is Valid.')
    expect(said).toContain('Certificate is Trusted.')
    expect(said).toContain('Total document signed')
    expect(said).toContain('Signature Type: ETSI.CAdES.detached')
    expect(qpdf(signed)).toMatchObject({ status: 0, stderr: '' })
  })

  it('one changed byte makes it invalid', async () => {
    const signed = Buffer.from(await signPdf(signerOf('P-256'), typstPdf('a-3a'), facts))
    const at = signed.indexOf('/Lang (en)') + '/Lang ('.length
    signed.write('f', at, 'latin1')
    expect(pdfsig(signed)).toContain('Digest Mismatch.')
  })

  it.each(['a-3a', 'ua-1'])(
    'leaves every byte of a file of %s, its tags and its twin as they were',
    async (standard) => {
      const pdf = typstPdf(standard)
      const signed = Buffer.from(await signPdf(signerOf('P-256'), pdf, facts))
      expect(signed.subarray(0, pdf.length).equals(pdf)).toBe(true)
      const structure = (bytes: Uint8Array) =>
        execFileSync('pdfinfo', ['-struct-text', written(bytes)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        })
      expect(structure(signed)).toBe(structure(pdf))
      expect(structure(signed)).toContain('H1')
      const out = join(dir, 'twin.json')
      execFileSync('pdfdetach', ['-save', '1', '-o', out, written(signed)])
      expect(readFileSync(out)).toEqual(twin)
      const metadata = (bytes: Uint8Array) =>
        execFileSync('pdfinfo', ['-meta', written(bytes)], { encoding: 'utf8' })
      expect(metadata(signed)).toBe(metadata(pdf))
      // The link of the first page stays, and the field joins it.
      expect(signed.toString('latin1')).toMatch(/\/Annots \[\d+ 0 R \d+ 0 R\]/)
    },
  )

  it('with RSA the same input has the same bytes; with ECDSA only the signature differs', async () => {
    const pdf = reportPdf(twin)
    const twice = async (kind: string) => [
      Buffer.from(await signPdf(signerOf(kind), pdf, facts)),
      Buffer.from(await signPdf(signerOf(kind), pdf, facts)),
    ]
    const [first, second] = await twice('rsa:2048')
    expect(first).toEqual(second)
    const [one, two] = (await twice('P-256')).map((bytes) => bytes.toString('latin1'))
    expect(one).not.toBe(two)
    const withoutContents = (text = '') => text.replace(/\/Contents <[0-9a-f]+>/, '')
    expect(withoutContents(one)).toBe(withoutContents(two))
  })

  it('orders what it signs as DER wants it, also where readers do not mind', () => {
    const message = signedMessage(signerOf('P-256'), Buffer.alloc(32))
    const content = pkijs.ContentInfo.fromBER(message)
    const [info] = new pkijs.SignedData({ schema: content.content }).signerInfos
    const members = (info?.signedAttrs?.attributes ?? []).map((one) =>
      Buffer.from(one.toSchema().toBER(false)),
    )
    expect(members).toHaveLength(3)
    expect(members).toEqual(members.toSorted(Buffer.compare))
  })

  it('writes the time of the argument, and no text can end its place early', async () => {
    const signed = await signPdf(signerOf('P-256'), reportPdf(twin), facts)
    const text = Buffer.from(signed).toString('latin1')
    expect(text).toContain(`/M (D:${signed_at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`)
    expect(text).not.toContain('Walkaround')
    expect(qpdf(signed)).toMatchObject({ status: 0 })
  })

  it('refuses a time at which the certificate is not valid', async () => {
    const late = { ...facts, signed_at: new Date(signed_at.getTime() + 11 * 86_400_000) }
    await expect(signPdf(signerOf('P-256'), reportPdf(twin), late)).rejects.toThrow(/expired on/)
  })

  it.each([
    ['no PDF', Buffer.from('<html>'), /not a PDF/],
    ['a file cut off', reportPdf(twin).subarray(0, -10), /its end is missing/],
    ['an encrypted file', pdfOf(['<< /Type /Catalog >>'], '/Encrypt 1 0 R'), /encrypted/],
    ['a file with a form', pdfOf(['<< /Type /Catalog /AcroForm << >> >>']), /form or a signature already/],
    [
      'a file without pages',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] >>']),
      /no first page/,
    ],
  ])('refuses %s', async (_name, bytes, message) => {
    await expect(signPdf(signerOf('P-256'), bytes, facts)).rejects.toThrow(message)
  })

  it('refuses to sign twice', async () => {
    const signed = await signPdf(signerOf('P-256'), reportPdf(twin), facts)
    await expect(signPdf(signerOf('P-256'), signed, facts)).rejects.toThrow(/a signature already/)
  })
})
