import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { canonicalJson } from '../src/core/platform/canonical-json.ts'
import { reportCode } from '../src/outputs/reports/report-code.ts'

/** The text of each object by its number, from 1 on. */
export type Objects = (string | Buffer)[]

/** A PDF of these objects, of which the first is the catalog, with the table and trailer that our reports have. */
export function pdfOf(objects: Objects, trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = 9
  for (const [i, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    offsets.push(at)
    at += part.length
    parts.push(part)
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R /ID [(a) (a)] ${trailer} >>\nstartxref\n${at}\n%%EOF`
  return Buffer.concat([...parts, Buffer.from(end)])
}

export function streamOf(content: Buffer, entries = '/Filter /FlateDecode'): Buffer {
  const head = `<< /Type /EmbeddedFile ${entries} /Length ${content.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream')])
}

/** One blank page, and these bytes attached. */
export function reportPdf(twin: Buffer, stream = streamOf(deflateSync(twin))): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(report.json) 4 0 R] >> >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
    '<< /Type /Filespec /F (report.json) /UF (report.json) /EF << /F 5 0 R >> >>',
    stream,
  ])
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The twin of a report of these pictures, with the right code. */
export function twinOf(pictures: readonly Buffer[], more: object = {}): Buffer {
  const content = {
    format: 'walkaround-report/1',
    images: pictures.map((picture, i) => ({ image_id: `image-${i + 1}`, sha256: digestOf(picture) })),
    verification: { url: 'https://walkaround.example/verify/report-1', code: '' },
    ...more,
  }
  const code = reportCode(Buffer.from(canonicalJson(content)))
  return Buffer.from(canonicalJson({ ...content, verification: { ...content.verification, code } }))
}
