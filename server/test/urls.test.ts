import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Document, operationsOf } from '../src/core/contracts/openapi-document.ts'
import { moduleOf, WINGS } from './wings.ts'

const SOURCE = join(import.meta.dirname, '../src')
const document: Document = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'))
const operations = operationsOf(document).map(({ path, operation: { operationId } }) => ({
  path,
  operationId,
}))

/** Words of the published interface that are not ours, and the folder of what they stand for. */
const PUBLISHED: Record<string, string> = {
  pdf: 'reports',
  pdf_data: 'inspections',
  pictures: 'images',
  rendered_outputs: 'renderings',
  validate: 'inspections',
  verify: 'reports',
}

const folders = Object.values(WINGS).flat()
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const texts = sources.map((file) => readFileSync(join(SOURCE, file), 'utf8'))

/** The word of a URL that names the folder: the first one, or the one behind `/inspections/{inspection_id}/`; `pdf` of anything is a report. */
const wordOf = (path: string) =>
  /^\/v1\/(?:inspections\/\{inspection_id\}\/|comparisons\/\{comparison_id\}\/(?=pdf))?(\w+)/.exec(
    path,
  )?.[1] ?? ''

/** A folder is named by its own word, by the singular of it, or by a word that begins with either. */
function folderOf(path: string): string | undefined {
  const word = wordOf(path)
  const singular = (folder: string) => folder.replace(/ies$/, 'y').replace(/s$/, '')
  return (
    PUBLISHED[word] ??
    folders.find((folder) => [folder, singular(folder)].some((name) => `${word}_`.startsWith(`${name}_`)))
  )
}

/** The modules whose files declare a route of the operation. */
const modulesOf = (operationId: string) =>
  sources.filter((_, at) => texts[at]?.includes(`operationId: '${operationId}'`)).map(moduleOf)

const fileOf = (operationId: string) =>
  `${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

describe('a URL leads to its folder', () => {
  it.each(operations)('$path: $operationId', ({ path, operationId }) => {
    const folder = folderOf(path)
    expect(folder, `no folder for ${path}`).toBeDefined()
    const files = sources.filter((file) => file.endsWith(`/${fileOf(operationId)}`))
    expect(files.map(moduleOf)).toContain(folder)
    expect(modulesOf(operationId)).toEqual([folder])
  })

  it('no word is in the list that a URL does not need', () => {
    const words = new Set(operations.map(({ path }) => wordOf(path)))
    expect(Object.keys(PUBLISHED).filter((word) => !words.has(word))).toEqual([])
    expect(Object.keys(PUBLISHED).filter((word) => folders.includes(word))).toEqual([])
  })
})
