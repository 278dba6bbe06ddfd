import { JsonRefused, parseJson } from '../../../core/platform/parse-json.ts'
import { COMPARISON_FORMAT } from '../comparison/comparison-content.ts'
import {
  catalogOf,
  dictOf,
  isArray,
  isDict,
  isRef,
  type PdfFile,
  readStream,
  resolve,
} from '../pdf-structure/pdf-file.ts'
import type { PdfRef } from '../pdf-structure/pdf-value.ts'
import { codeOf, contentDigest, TWIN_DEPTH_MAX } from '../report-code.ts'
import { REPORT_FORMAT } from '../report-content.ts'
import { CheckFailed } from './checks.ts'

/** What the attached data of a report says of itself. */
export type Twin = {
  bytes: number
  /** As it is printed on the report, and as the service answers it. */
  content_sha256: string
  /** The code that a report of this content prints. */
  code_expected: string
  /** The code the report prints, as the twin has it; null where it has none. */
  code: string | null
  images: { image_id: string; sha256: string }[]
}

// More than a report can hold (server/src/outputs/reports/content/bound-content.ts).
export const TWIN_BYTES_MAX = 12 * 1024 * 1024
// An object takes up to a hundred times the memory of its text, and the parser cannot be interrupted.
const TWIN_OBJECTS_MAX = 100_000
const TWIN_ARRAYS_MAX = 500_000
const [OPEN_BRACE, OPEN_BRACKET] = [123, 91]

/** Reports have exactly one attached file. With two, programs could differ in which one they show. */
export function readTwin(file: PdfFile): Twin {
  const attached = attachedFiles(file)
  const [only] = attached
  if (only === undefined) throw new CheckFailed('no file is attached: this is not a report of this service')
  if (attached.length > 1) throw new CheckFailed('more than one file is attached')
  const bytes = readStream(file, only, TWIN_BYTES_MAX)
  const content = parseTwin(bytes)
  if (content.format !== REPORT_FORMAT && content.format !== COMPARISON_FORMAT)
    throw new CheckFailed(`the attached file is not of format ${REPORT_FORMAT} or ${COMPARISON_FORMAT}`)
  const content_sha256 = contentDigest(content)
  return {
    bytes: bytes.length,
    content_sha256,
    code_expected: codeOf(content_sha256),
    code: printedCode(content),
    images: imagesOf(content),
  }
}

function attachedFiles(file: PdfFile): PdfRef[] {
  const names = resolve(file, catalogOf(file).entries.get('Names'))
  const tree = isDict(names) ? resolve(file, names.entries.get('EmbeddedFiles')) : undefined
  if (!isDict(tree)) return []
  const pairs = resolve(file, tree.entries.get('Names'))
  // ISO 32000-2, 7.9.6: large trees have branches. Ours has one leaf.
  if (!isArray(pairs) || tree.entries.has('Kids'))
    throw new CheckFailed('the attached files are not listed as our reports list them')
  return pairs.items
    .filter((_, i) => i % 2 === 1)
    .map((item) => {
      const streams = dictOf(
        file,
        dictOf(file, item, 'an attached file').entries.get('EF'),
        'an attached file',
      )
      const stream = streams.entries.get('F')
      if (!isRef(stream)) throw new CheckFailed('an attached file has no content')
      return stream
    })
}

function parseTwin(bytes: Buffer): Record<string, unknown> {
  if (count(bytes, OPEN_BRACE) > TWIN_OBJECTS_MAX || count(bytes, OPEN_BRACKET) > TWIN_ARRAYS_MAX)
    throw new CheckFailed('cannot be read: the attached file holds more things than a report can')
  try {
    const content = parseJson(bytes, { depthMax: TWIN_DEPTH_MAX })
    if (isRecord(content)) return content
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error
  }
  throw new CheckFailed('the attached file is not JSON as our reports have it')
}

function count(bytes: Buffer, wanted: number): number {
  return bytes.reduce((sum, byte) => (byte === wanted ? sum + 1 : sum), 0)
}

function printedCode({ verification }: Record<string, unknown>): string | null {
  return isRecord(verification) && typeof verification.code === 'string' ? verification.code : null
}

function imagesOf({ images }: Record<string, unknown>): Twin['images'] {
  if (!Array.isArray(images)) throw new CheckFailed('the attached file lists no pictures')
  return images.map((image: unknown) => {
    const { image_id, sha256 } = isRecord(image) ? image : {}
    if (typeof image_id !== 'string' || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
      throw new CheckFailed('the attached file lists a picture without its SHA-256')
    return { image_id, sha256 }
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
