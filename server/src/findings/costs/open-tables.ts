import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { canonicalJson } from '../../core/platform/canonical-json.ts'
import { mistakesOf } from './check-table.ts'
import { Table } from './table-schema.ts'
import { WearPack } from './wear-schema.ts'

/** The tables and rule packs that come with the service: starting values. */
export const OWN_TABLES_DIR = join(import.meta.dirname, 'tables')
export const OWN_WEAR_DIR = join(import.meta.dirname, 'wear')

/** With the digest of its content, however the file is laid out. */
export type Opened<Content> = Content & { sha256: string }
export type OpenTable = Opened<Table>
export type OpenWearPack = Opened<WearPack>

/** Every table in a folder. One wrong file fails the whole, as a price from half of the figures is worse than none. */
export async function openTables(folder: string): Promise<OpenTable[]> {
  const tables = await openFolder(folder, Table)
  for (const { file, content } of tables) requireNone(file, mistakesOf(content))
  return withoutDoubles(folder, tables)
}

export async function openWearPacks(folder: string): Promise<OpenWearPack[]> {
  const packs = await openFolder(folder, WearPack)
  for (const { file, content } of packs) {
    const ids = content.rules.map((rule) => rule.id)
    const doubles = ids.filter((id, n) => ids.indexOf(id) !== n)
    requireNone(
      file,
      doubles.map((id) => `$.rules has ${id} twice`),
    )
  }
  return withoutDoubles(folder, packs)
}

type Found<Content> = { file: string; content: Content }

async function openFolder<Schema extends TSchema>(
  folder: string,
  schema: Schema,
): Promise<Found<Static<Schema>>[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  if (names.length === 0) throw new Error(`${folder} holds no .json file`)
  return Promise.all(names.map((name) => openFile(join(folder, name), schema)))
}

async function openFile<Schema extends TSchema>(
  file: string,
  schema: Schema,
): Promise<Found<Static<Schema>>> {
  const content = parse(file, await readFile(file, 'utf8'))
  if (Value.Check(schema, content)) return { file, content }
  const errors = Value.Errors(schema, content)
  throw wrong(
    file,
    errors.map((error) => `$${error.instancePath.replaceAll('/', '.')} ${error.message}`),
  )
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${file} is no JSON: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

function requireNone(file: string, mistakes: string[]): void {
  if (mistakes.length > 0) throw wrong(file, mistakes)
}

function wrong(file: string, mistakes: string[]): Error {
  return new Error(`${file} cannot be used: ${mistakes.join('; ')}`)
}

function withoutDoubles<Content extends { id: string }>(
  folder: string,
  found: Found<Content>[],
): Opened<Content>[] {
  const ids = found.map(({ content }) => content.id)
  const double = ids.find((id, n) => ids.indexOf(id) !== n)
  if (double !== undefined) throw new Error(`${folder} holds two files with the id ${double}`)
  return found.map(({ content }) => ({ ...content, sha256: digestOf(content) }))
}

function digestOf(content: object): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}
