import {
  catalogOf,
  dictOf,
  isArray,
  isDict,
  isName,
  isText,
  type PdfFile,
  resolve,
} from '../pdf-structure/pdf-file.ts'
import type { PdfDict } from '../pdf-structure/pdf-value.ts'
import { CheckFailed } from './checks.ts'

/** `signed` are the bytes the signature is over: the whole file but the place of the signature itself. */
export type FoundSignature = { message: Buffer; signed: [Buffer, Buffer]; signed_at: Date }

const LESS = 60

/** The one signature of a report, or null for a report that has none. Everything in between is refused. */
export function findSignature(file: PdfFile): FoundSignature | null {
  const signatures = signatureDicts(file)
  const [signature] = signatures
  if (signature === undefined) {
    // A later revision can leave out the form; the bytes of the old signature are then still there.
    if (file.bytes.includes('/ByteRange'))
      throw new CheckFailed(
        'the file holds a signature that it no longer shows: it was changed after signing',
      )
    return null
  }
  if (signatures.length > 1) throw new CheckFailed('the file holds more than one signature')
  if (!isName(signature.entries.get('SubFilter'), 'ETSI.CAdES.detached'))
    throw new CheckFailed('the signature is of a kind that our reports do not have')
  return {
    message: messageOf(signature),
    signed: signedBytes(file.bytes, signature),
    signed_at: timeOf(file, signature),
  }
}

function signatureDicts(file: PdfFile): PdfDict[] {
  const form = resolve(file, catalogOf(file).entries.get('AcroForm'))
  if (!isDict(form)) return []
  const fields = resolve(file, form.entries.get('Fields'))
  if (!isArray(fields)) return []
  return fields.items
    .map((item) => dictOf(file, item, 'a field of the form'))
    .filter((field) => isName(field.entries.get('FT'), 'Sig') && field.entries.has('V'))
    .map((field) => dictOf(file, field.entries.get('V'), 'the signature'))
}

/** The room that the message does not need is filled with zeros. */
function messageOf(signature: PdfDict): Buffer {
  const contents = signature.entries.get('Contents')
  if (!isText(contents)) throw new CheckFailed('the signature is empty')
  return contents.bytes
}

// Only the place of the message may be left out, and nothing may follow. Otherwise text could be hidden in the gap
// or appended, and the signature would still hold for the rest.
function signedBytes(bytes: Buffer, signature: PdfDict): [Buffer, Buffer] {
  const range = signature.entries.get('ByteRange')
  const contents = signature.entries.get('Contents')
  const [first, length, second, rest] = isArray(range) && range.items.length === 4 ? range.items : []
  if (typeof length !== 'number' || typeof second !== 'number' || typeof rest !== 'number' || first !== 0)
    throw new CheckFailed('the signature does not say what it is over')
  if (!isText(contents) || bytes[contents.start] !== LESS)
    throw new CheckFailed('the signature is not written as our reports have it')
  if (second + rest < bytes.length)
    throw new CheckFailed(`${bytes.length - second - rest} bytes were appended after signing`)
  if (length !== contents.start || second !== contents.end || second + rest !== bytes.length)
    throw new CheckFailed('the signature is not over the whole file')
  return [bytes.subarray(0, length), bytes.subarray(second)]
}

function timeOf(file: PdfFile, signature: PdfDict): Date {
  const time = resolve(file, signature.entries.get('M'))
  const text = isText(time) ? time.bytes.toString('latin1') : ''
  const [, year, month, day, hour, minute, second] =
    /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(date.getTime())) throw new CheckFailed('the signature names no time')
  return date
}
