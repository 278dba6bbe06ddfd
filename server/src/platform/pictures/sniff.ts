export type PictureMimetype = 'image/jpeg' | 'image/png' | 'image/webp'

/** Twelve bytes are enough; names and declared types are not asked, because the sender chooses them. */
export function sniff(head: Uint8Array): PictureMimetype | null {
  const startsWith = (bytes: number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte)
  if (startsWith([0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8)) return 'image/webp'
  return null
}
