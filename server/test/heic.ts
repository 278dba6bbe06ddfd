import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A JPEG as a phone would store it in a HEIC file, with its Exif data. */
export function heicOf(jpeg: Uint8Array): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'walkaround-heic-'))
  try {
    writeFileSync(join(dir, 'in.jpg'), jpeg)
    execFileSync('heif-enc', ['-q', '60', join(dir, 'in.jpg'), '-o', join(dir, 'out.heic')], {
      stdio: 'pipe',
    })
    return readFileSync(join(dir, 'out.heic'))
  } finally {
    rmSync(dir, { recursive: true })
  }
}
