const EXIF_IFD = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011
const ASCII = 2

/**
 * The time of capture in UTC from a raw EXIF block (Exif 2.32, 4.6.5 and 4.6.6), or null.
 * Null too when the camera wrote no offset: a local time of an unknown zone is up to a day wrong.
 */
export function readCapturedAt(exif: Uint8Array): string | null {
  // The block begins with "Exif\0\0"; all offsets inside count from the TIFF header after it.
  const tiff = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  const start = exif[0] === 0x45 ? 6 : 0
  try {
    const little = tiff.getUint16(start) === 0x4949
    const exifIfd = findEntry(tiff, start, tiff.getUint32(start + 4, little), EXIF_IFD, little)
    if (exifIfd === null) return null
    const ifd = tiff.getUint32(exifIfd + 8, little)
    return toUtc(
      readText(tiff, start, ifd, DATE_TIME_ORIGINAL, little),
      readText(tiff, start, ifd, OFFSET_TIME_ORIGINAL, little),
    )
  } catch (error) {
    // Offsets that point outside the block. The picture is fine without a time.
    if (error instanceof RangeError) return null
    throw error
  }
}

function findEntry(tiff: DataView, start: number, ifd: number, tag: number, little: boolean) {
  const count = tiff.getUint16(start + ifd, little)
  for (let index = 0; index < count; index++) {
    const entry = start + ifd + 2 + index * 12
    if (tiff.getUint16(entry, little) === tag) return entry
  }
  return null
}

function readText(tiff: DataView, start: number, ifd: number, tag: number, little: boolean) {
  const entry = findEntry(tiff, start, ifd, tag, little)
  if (entry === null || tiff.getUint16(entry + 2, little) !== ASCII) return ''
  const length = Math.min(tiff.getUint32(entry + 4, little), 20)
  const at = length > 4 ? start + tiff.getUint32(entry + 8, little) : entry + 8
  let text = ''
  for (let index = 0; index < length; index++) text += String.fromCharCode(tiff.getUint8(at + index))
  return text
}

function toUtc(local: string, offset: string) {
  // Cameras without a set clock write the year 0; no car was photographed before 1900.
  const time = /^((?:19|[2-9]\d)\d\d):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(local)
  const zone = /^[+-]\d\d:\d\d/.exec(offset)
  if (!time || !zone) return null
  const date = new Date(`${time[1]}-${time[2]}-${time[3]}T${time[4]}${zone[0]}`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
