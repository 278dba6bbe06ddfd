import { deflateSync } from 'node:zlib'
import { expect } from 'vitest'
import { countBlocks } from './counted-work.ts'
import { pdfOf, reportPdf, streamOf, twinOf } from './small-pdf.ts'

const MIB = 1024 * 1024
const FILE_BYTES_MAX = 40 * MIB
/** Of the code of this project, as it runs through them. */
const BLOCKS_MAX = 30_000_000
const report = reportPdf(twinOf([Buffer.from('one')]))
/** A report whose catalog is this text. */
export const withCatalog = (text: string) => pdfOf([`<< /Type /Catalog ${text} >>`])

/** Made to exhaust whoever opens them; run as a reader runs the command. */
export const COSTLY_REPORTS: [string, () => Buffer, string][] = [
  [
    'a table of very many objects',
    () => Buffer.from('%PDF-1.7\nxref\n0 999999999\nstartxref\n9\n%%EOF'),
    'cannot be read',
  ],
  ['arrays in arrays', () => withCatalog(`/A ${'['.repeat(20 * MIB)}`), 'nested too deeply'],
  ['very many values', () => withCatalog(`/A [${'<<>>'.repeat(9 * MIB)}]`), 'cannot be read'],
  ['a text of 38 MiB', () => withCatalog(`/A (${'x'.repeat(38 * MIB)})`), 'longer than any'],
  ['a file above the limit', () => Buffer.alloc(40 * MIB + 1, '%PDF-1.7\n'), 'larger than'],
  ['a bomb: 64 MiB in 64 KiB', () => reportPdf(report, streamOf(bomb())), 'larger than 12582912 bytes'],
  ['deep JSON', () => reportPdf(Buffer.from('['.repeat(400_000))), 'not JSON'],
  ['very many objects', () => reportPdf(list(MIB, () => '{}')), 'more things than a report can'],
  ['very many arrays', () => reportPdf(list(MIB, () => '[]')), 'more things than a report can'],
  ['many arrays', () => reportPdf(list(499_000, () => '[]')), 'not JSON'],
  ['very many texts', () => reportPdf(list(MIB / 2, (i) => `"${i.toString(36)}"`)), 'not JSON'],
  ['very many names', () => reportPdf(named(MIB / 4)), 'not of format'],
  ['objects of very many kinds', () => reportPdf(list(99_000, (i) => `{"${i.toString(36)}":1}`)), 'not JSON'],
]

const list = (length: number, item: (i: number) => string) =>
  Buffer.from(`[${Array.from({ length }, (_, i) => item(i)).join(',')}]`)
const named = (length: number) =>
  Buffer.from(`{${Array.from({ length }, (_, i) => `"${i.toString(36)}":1`).join(',')}}`)

function bomb(): Buffer {
  return deflateSync(Buffer.alloc(64 * MIB), { level: 9 })
}

export async function requireBounds(_name: string, make: () => Buffer, words: string): Promise<void> {
  const bytes = make()
  const module = new URL('../src/outputs/reports/verify/check-file.ts', import.meta.url)
  const { blocks, answer } = await countBlocks(module, 'checkFile', bytes, null)
  // The file above the limit is refused before it is read.
  if (bytes.length <= FILE_BYTES_MAX) expect(JSON.stringify(answer)).toContain(words)
  // 18 million for very many texts.
  expect(blocks).toBeLessThan(BLOCKS_MAX)
}
