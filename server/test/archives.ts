import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Manifest = {
  version: number
  created_by: string
  organization: string
  inspection_ids: string[]
  files: { name: string; size_bytes: number; sha256: string }[]
  missing: string[]
}

/** What `tar` finds in an archive, by name. */
export function untar(bytes: Buffer): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-archive-'))
  try {
    execFileSync('tar', ['-xf', '-', '-C', folder], { input: bytes, maxBuffer: 1 })
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)] as const)
    return new Map(files)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function jsonIn(files: Map<string, Buffer>, name: string) {
  const file = files.get(name)
  if (!file) throw new Error(`${name} is not among ${[...files.keys()].join(', ')}`)
  return JSON.parse(String(file))
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
