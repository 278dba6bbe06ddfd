/** What an edit makes of the bytes of an object, from `12 0 obj` to `endobj`; null leaves it as it is. */
export type ObjectEdit = (object: Buffer, number: number) => Buffer[] | null

const TABLE_ROW = 20

/**
 * The PDF with some of its objects replaced, and a table of where they are now. It reads only what Typst writes: one table
 * of references, objects one after the other, and nothing behind a filter that holds objects (ISO 32000-1, 7.5.4).
 */
export function editObjects(pdf: Buffer, edit: ObjectEdit): Buffer {
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(pdf.subarray(-64)))?.[1])
  const head = /^xref\s+0 (\d+)\s*\n/.exec(latin1(pdf.subarray(tableAt, tableAt + 64)))
  if (!head) throw new Error('the PDF has no table of references where one is expected')
  const count = Number(head[1])
  const rowsAt = tableAt + head[0].length
  const objects = Array.from({ length: count - 1 }, (_, at) => {
    const row = rowsAt + (at + 1) * TABLE_ROW
    return { number: at + 1, at: Number(latin1(pdf.subarray(row, row + 10))) }
  }).sort((a, b) => a.at - b.at)

  const chunks = [pdf.subarray(0, objects[0]?.at ?? tableAt)]
  let length = chunks[0]?.length ?? 0
  const offsets = new Map<number, number>()
  for (const [index, object] of objects.entries()) {
    const bytes = pdf.subarray(object.at, objects[index + 1]?.at ?? tableAt)
    offsets.set(object.number, length)
    for (const chunk of edit(bytes, object.number) ?? [bytes]) {
      chunks.push(chunk)
      length += chunk.length
    }
  }
  const rows = Array.from({ length: count - 1 }, (_, at) => `${row10(offsets.get(at + 1) ?? 0)} 00000 n\r\n`)
  const trailer = latin1(pdf.subarray(rowsAt + count * TABLE_ROW)).replace(
    /startxref\s+\d+/,
    `startxref\n${length}`,
  )
  chunks.push(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f\r\n${rows.join('')}${trailer}`, 'latin1'))
  return Buffer.concat(chunks)
}

/** The number in the last reference of this name in a dictionary, such as `/Root 12 0 R`. */
export function referenceOf(dictionary: Buffer, name: string): number {
  const at = dictionary.lastIndexOf(`/${name} `)
  return Number(/^\/\w+ (\d+) 0 R/.exec(latin1(dictionary.subarray(at, at + 40)))?.[1])
}

/** The bytes of an object that is a stream with these, and its dictionary written anew with their length. */
export function withStream(dictionary: string, stream: Uint8Array): Buffer[] {
  const start = `${dictionary.replace(/\/Length \d+/, `/Length ${stream.length}`)}\nstream\n`
  // The bytes are not copied: of a picture there are many.
  return [
    Buffer.from(start, 'latin1'),
    Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength),
    Buffer.from('\nendstream\nendobj\n\n', 'latin1'),
  ]
}

/** The dictionary of an object and where its stream begins; null for one without a stream. */
export function readDictionary(object: Buffer): { dictionary: string; streamAt: number } | null {
  const streamAt = object.indexOf('>>\nstream\n')
  if (streamAt < 0) return null
  return { dictionary: latin1(object.subarray(0, streamAt + 2)), streamAt: streamAt + 10 }
}

const latin1 = (bytes: Buffer) => bytes.toString('latin1')
const row10 = (value: number) => String(value).padStart(10, '0')
