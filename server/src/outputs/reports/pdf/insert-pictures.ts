import { editObjects, readDictionary, withStream } from './edit-objects.ts'

// One gray pixel. Every picture has its own number in a comment, else Typst would take them for one.
const PIXEL = Buffer.from(
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAA/9k=',
  'base64',
)
const MARK = 'walkaround picture '
const MARK_BYTES = MARK.length + 6
const IMAGE = /^\d+ 0 obj\n<<\n *\/Length \d+\n *\/Type \/XObject\n *\/Subtype \/Image\n/

/**
 * What stands for the picture of this number while Typst lays out the pages. Typst decodes every picture it is given
 * and keeps the pixels, for 200 pictures most of a gigabyte, only to copy the JPEG into the file as it came.
 */
export function placeholderOf(number: number): Buffer {
  const comment = Buffer.from(MARK + String(number).padStart(6, '0'), 'latin1')
  const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([PIXEL.subarray(0, 2), segment, comment, PIXEL.subarray(2)])
}

/** The PDF with each placeholder replaced by the JPEG of its number. */
export function insertPictures(pdf: Buffer, pictures: readonly Uint8Array[]): Buffer {
  return editObjects(pdf, (object) => {
    // Held against the very beginning, so that no text of a user inside an object can look like it.
    if (!IMAGE.test(object.toString('latin1', 0, 200))) return null
    const found = readDictionary(object)
    const mark = object.indexOf(MARK, found?.streamAt ?? 0, 'latin1')
    if (!found || mark < 0) return null
    const number = Number(object.toString('latin1', mark + MARK.length, mark + MARK_BYTES))
    const picture = pictures[number]
    if (!picture) throw new Error(`there is no picture ${number}`)
    const { width, height, components } = frameOf(picture)
    const dictionary = found.dictionary
      .replace(/\/Width \d+/, `/Width ${width}`)
      .replace(/\/Height \d+/, `/Height ${height}`)
    // The gray of a PDF/A is that of its output intent. Anything else is what the placeholder has: sRGB.
    const inGray = dictionary.replace(/\/ColorSpace \d+ 0 R/, '/ColorSpace /DeviceGray')
    return withStream(components === 1 ? inGray : dictionary, picture)
  })
}

/** Size and number of components of a JPEG, from its frame header (ITU-T T.81, B.2.2). */
export function frameOf(jpeg: Uint8Array): { width: number; height: number; components: number } {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (!isFrame) continue
    const components = bytes[at + 9] ?? 0
    const isKnown = components === 1 || components === 3
    if (!isKnown || bytes[at + 4] !== 8) throw new Error('only pictures in gray or color with 8 bits fit')
    return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), components }
  }
  throw new Error('the picture is no JPEG')
}
