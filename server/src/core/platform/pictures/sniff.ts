export const PICTURE_MIMETYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'] as const
export type PictureMimetype = (typeof PICTURE_MIMETYPES)[number]

/** The brands of HEIF files whose pictures are coded by HEVC (ISO/IEC 23008-12, B.4.1); phones write the first two. */
const HEIC_BRANDS = ['heic', 'mif1', 'heix', 'heim', 'heis', 'msf1', 'hevc']

/** Twelve bytes are enough; names and declared types are not asked, because the sender chooses them. */
export function sniff(head: Uint8Array): PictureMimetype | null {
  const startsWith = (bytes: number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte)
  const text = (from: number) => String.fromCharCode(...head.subarray(from, from + 4))
  if (startsWith([0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8)) return 'image/webp'
  if (text(4) === 'ftyp' && HEIC_BRANDS.includes(text(8))) return 'image/heic'
  return null
}
