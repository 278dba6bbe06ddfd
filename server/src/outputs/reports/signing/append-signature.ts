import { createHash } from 'node:crypto'
import {
  catalogOf,
  dictOf,
  isArray,
  isName,
  isRef,
  openPdf,
  type PdfFile,
} from '../pdf-structure/pdf-file.ts'
import { type PdfDict, type PdfRef, UnreadablePdf } from '../pdf-structure/pdf-value.ts'

export type SignatureFacts = { reason: string; name: string; signed_at: Date }

/** A PDF with an empty place for the signature: everything but the bytes from `start` to `end` is to be signed. */
export type Unsigned = { bytes: Buffer; start: number; end: number }

const PAGES_DEPTH_MAX = 32
const RANGE = '/ByteRange [0 0 0 0]'.padEnd('/ByteRange [0  0000000000 0000000000 0000000000]'.length)

/**
 * Adds a signature field to one of our own reports, as a new revision behind the file (ISO 32000-2, 7.5.6 and 12.8).
 * No byte of the file changes, so tags, attachments and metadata stay what they are.
 */
export function appendSignature(pdf: Uint8Array, facts: SignatureFacts, contentsBytes: number): Unsigned {
  const base = Buffer.from(pdf)
  const file = openPdf(base)
  const root = refOf(file.trailer, 'Root')
  const catalog = catalogOf(file)
  if (catalog.entries.has('AcroForm')) throw new UnreadablePdf('it has a form or a signature already')
  const page = firstPage(file, catalog)
  const size = file.trailer.entries.get('Size')
  if (typeof size !== 'number') throw new UnreadablePdf('its trailer names no size')

  const signature = { number: size, text: signatureText(facts, contentsBytes) }
  const widget = { number: size + 1, text: widgetText(signature.number, page.ref) }
  const form = `/AcroForm << /SigFlags 3 /Fields [${widget.number} 0 R] >>`
  const objects = [
    { number: root.number, text: `${inner(file, catalog)}${form}\n>>` },
    { number: page.ref.number, text: pageText(file, page.dict, widget.number) },
    signature,
    widget,
  ]
  const { bytes, offsets } = appendObjects(base, objects)
  const table = tableText(file, offsets, bytes.length, size + 2)
  return reserve(Buffer.concat([bytes, Buffer.from(table, 'latin1')]), offsets.get(signature.number) ?? 0)
}

function refOf(dict: PdfDict, name: string): PdfRef {
  const value = dict.entries.get(name)
  if (!isRef(value) || value.generation !== 0)
    throw new UnreadablePdf(`/${name} is not as our reports have it`)
  return value
}

function firstPage(file: PdfFile, catalog: PdfDict): { ref: PdfRef; dict: PdfDict } {
  let ref = refOf(catalog, 'Pages')
  for (let depth = 0; depth < PAGES_DEPTH_MAX; depth += 1) {
    const dict = dictOf(file, ref, 'a page')
    if (isName(dict.entries.get('Type'), 'Page')) return { ref, dict }
    const kids = dict.entries.get('Kids')
    const first = isArray(kids) ? kids.items[0] : undefined
    if (!isRef(first) || first.generation !== 0) break
    ref = first
  }
  throw new UnreadablePdf('it has no first page')
}

/** The entries of a dictionary as they stand in the file, with `<<` and without `>>`. */
function inner({ bytes }: PdfFile, { start, end }: PdfDict): string {
  return bytes.toString('latin1', start, end - 2)
}

function pageText(file: PdfFile, page: PdfDict, widget: number): string {
  const annotations = page.entries.get('Annots')
  // PDF/UA-1, 7.18.3: a page with annotations says that the order of the tags is that of the tabulator key.
  const tabs = page.entries.has('Tabs') ? '' : '/Tabs /S\n'
  if (annotations === undefined) return `${inner(file, page)}${tabs}/Annots [${widget} 0 R]\n>>`
  if (!isArray(annotations))
    throw new UnreadablePdf('the links of its first page are not as our reports have them')
  const before = file.bytes.toString('latin1', page.start, annotations.end - 1)
  const after = file.bytes.toString('latin1', annotations.end, page.end - 2)
  return `${before} ${widget} 0 R]${after}${tabs}>>`
}

function signatureText({ reason, name, signed_at }: SignatureFacts, contentsBytes: number): string {
  return [
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
    RANGE,
    `/Contents <${'00'.repeat(contentsBytes)}>`,
    `/Reason ${text(reason)} /Name ${text(name)} /M (${pdfTime(signed_at)}) >>`,
  ].join('\n')
}

// PDF/A wants annotations printable and, where they have a size, drawn; PDF/UA wants them tagged unless they lie
// outside the page. A field without a size beside the page satisfies both.
function widgetText(signature: number, page: PdfRef): string {
  return [
    '<< /Type /Annot /Subtype /Widget /FT /Sig /F 4 /Rect [-10 -10 -10 -10]',
    `/T (Signature1) /TU (Signature) /P ${page.number} 0 R /V ${signature} 0 R >>`,
  ].join('\n')
}

/** UTF-16 in hexadecimal: no character of a name can end the text early. */
function text(value: string): string {
  return `<FEFF${Buffer.from(value.toWellFormed(), 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

function pdfTime(time: Date): string {
  return `D:${time
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/[-:T]/g, '')}Z`
}

function appendObjects(base: Buffer, objects: readonly { number: number; text: string }[]) {
  const parts = [base, Buffer.from('\n')]
  const offsets = new Map<number, number>()
  let at = base.length + 1
  for (const { number, text } of objects) {
    const part = Buffer.from(`${number} 0 obj\n${text}\nendobj\n`, 'latin1')
    offsets.set(number, at)
    parts.push(part)
    at += part.length
  }
  return { bytes: Buffer.concat(parts), offsets }
}

function tableText(file: PdfFile, offsets: Map<number, number>, at: number, size: number): string {
  const rows = [...offsets]
    .sort(([a], [b]) => a - b)
    .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  const { number } = refOf(file.trailer, 'Root')
  const about = isRef(file.trailer.entries.get('Info'))
    ? `/Info ${refOf(file.trailer, 'Info').number} 0 R `
    : ''
  return [
    `xref\n${rows.join('')}trailer`,
    `<< /Size ${size} /Root ${number} 0 R ${about}/ID ${idText(file)} /Prev ${file.startxref} >>`,
    `startxref\n${at}\n%%EOF\n`,
  ].join('\n')
}

/** ISO 32000-2, 14.4: the first half names the document for ever, the second half this revision. */
function idText({ trailer, bytes }: PdfFile): string {
  const id = trailer.entries.get('ID')
  const [first] = isArray(id) ? id.items : []
  if (typeof first !== 'object' || first === null || first.kind !== 'text')
    throw new UnreadablePdf('its trailer has no /ID, which PDF/A asks for')
  const second = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return `[<${first.bytes.toString('hex')}> <${second}>]`
}

/** Writes the range into its place, now that the length of the file is known. */
function reserve(bytes: Buffer, signatureAt: number): Unsigned {
  const start = bytes.indexOf('/Contents <', signatureAt) + '/Contents '.length
  const end = bytes.indexOf('>', start) + 1
  const range = `/ByteRange [0 ${start} ${end} ${bytes.length - end}]`.padEnd(RANGE.length)
  bytes.write(range, bytes.indexOf('/ByteRange', signatureAt), 'latin1')
  return { bytes, start, end }
}
