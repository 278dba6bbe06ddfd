import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../exit-codes.ts'
import type { State } from './state.ts'

export type Picture = { name: string; path: string; size_bytes: number; modified_ms: number }

const PICTURE = /\.(jpe?g|png|webp|hei[cf])$/i

/** The pictures right in the folder, by name. */
export function listPictures(dir: string): Picture[] {
  let names: string[]
  try {
    names = readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [] : [entry.name],
    )
  } catch {
    throw new Failure('usage', `${dir} is not a readable folder.`, 'Give a folder that contains pictures.')
  }
  const pictures = names
    .filter((name) => PICTURE.test(name) && !name.startsWith('.'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => {
      const { size, mtimeMs } = statSync(join(dir, name))
      return { name, path: join(dir, name), size_bytes: size, modified_ms: mtimeMs }
    })
  if (pictures.length === 0)
    throw new Failure('usage', `${dir} contains no pictures.`, 'JPEG, PNG, WebP and HEIC are supported.')
  return pictures
}

/** A file that has changed since is another picture. */
export function isUploaded({ uploaded }: State, { name, size_bytes, modified_ms }: Picture): boolean {
  const before = uploaded[name]
  return before?.size_bytes === size_bytes && before.modified_ms === modified_ms
}
