import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Check } from './checks.ts'
import type { Twin } from './read-twin.ts'

export type Originals = { found: number; missing: Twin['images']; additional: string[] }

/** Compares by digest alone: what a file is called, and in which folder below it lies, means nothing. */
export async function compareOriginals(images: Twin['images'], folder: string): Promise<Originals> {
  const wanted = new Set(images.map(({ sha256 }) => sha256))
  const seen = new Set<string>()
  const additional: string[] = []
  for (const file of await filesIn(folder)) {
    const sha256 = await digestOf(file)
    seen.add(sha256)
    if (!wanted.has(sha256)) additional.push(relative(folder, file))
  }
  const missing = images.filter(({ sha256 }) => !seen.has(sha256))
  return { found: images.length - missing.length, missing, additional }
}

export function originalsCheck({ found, missing, additional }: Originals): Check {
  const total = found + missing.length
  const more = additional.length > 0 ? `; ${additional.length} other files are no picture of this report` : ''
  return missing.length === 0
    ? { check: 'originals', status: 'ok', detail: `${found} of ${total} pictures are there unchanged${more}` }
    : {
        check: 'originals',
        status: 'FAILED',
        detail: `${found} of ${total} pictures are there unchanged${more}`,
      }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
