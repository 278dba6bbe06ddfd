const BLOCK_BYTES = 512
const NAME_BYTES_MAX = 100
/** Eleven octal digits. */
const SIZE_BYTES_MAX = 0o77777777777

/** The head of a file (POSIX.1-2017, pax, "ustar Interchange Format"). Every tool that opens archives reads it. */
export function tarHead(name: string, sizeBytes: number, modifiedMs: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES_MAX || sizeBytes > SIZE_BYTES_MAX)
    throw new Error('a file does not fit into an archive')
  const head = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  head.write(name, 0)
  head.write(octal(0o644, 7), 100)
  head.write(octal(0, 7), 108)
  head.write(octal(0, 7), 116)
  head.write(octal(sizeBytes, 11), 124)
  head.write(octal(Math.floor(modifiedMs / 1_000), 11), 136)
  // The sum is taken with blanks in its own place.
  head.write(' '.repeat(8), 148)
  head.write('0', 156)
  head.write('ustar\0', 257)
  head.write('00', 263)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${octal(sum, 6)}\0 `, 148)
  return head
}

/** What stands between the end of a file and the next head. */
export const tarPadding = (sizeBytes: number): Buffer =>
  Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES)

export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES)
