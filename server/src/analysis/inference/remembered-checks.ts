import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { arch, cpus } from 'node:os'
import { join } from 'node:path'
import type { Golden } from './golden.ts'
import type { Manifest } from './manifest.ts'

/**
 * Runs a model's check unless the folder says that the same weights have passed the same check on the same processor. A
 * check that fails is never remembered. Without a folder every check runs.
 */
export async function checkOnce(
  folder: string | undefined,
  manifest: Manifest,
  golden: Golden,
  check: () => Promise<void>,
): Promise<void> {
  if (folder === undefined) return check()
  // The manifest names the digest of the weights, which every start compares with the file.
  const facts = JSON.stringify([manifest, golden, arch(), cpus()[0]?.model])
  const note = join(folder, `${manifest.name}-${createHash('sha256').update(facts).digest('hex')}`)
  if (existsSync(note)) return
  await check()
  await mkdir(folder, { recursive: true })
  await writeFile(note, '')
}
