import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { withDatabase } from '../../testing/ground.ts'
import { createSchemaSql, listSchemaFiles, SCHEMA_FOLDER } from '../generate/create-schema.ts'
import { describeSchema } from './describe-schema.ts'

/** `migrate` itself makes it. */
const OF_MIGRATE = new Set(['table migrations'])

/** The facts in which a database and the files differ, one a line. */
export function compareSchema(inFiles: Map<string, string>, inDatabase: Map<string, string>): string[] {
  return [...new Set([...inFiles.keys(), ...inDatabase.keys()])]
    .filter((name) => !OF_MIGRATE.has(name))
    .flatMap((name) => differencesOf(name, inFiles.get(name), inDatabase.get(name)))
}

function differencesOf(name: string, inFiles: string | undefined, inDatabase: string | undefined): string[] {
  if (inFiles === inDatabase) return []
  if (inFiles === undefined) return [`${name}: in no file`]
  if (inDatabase === undefined) return [`${name}: not in the database`]
  const [files, database] = [inFiles.split('\n'), inDatabase.split('\n')]
  const lines = [
    ...files.filter((line) => !database.includes(line)).map((line) => `only in the files: ${line}`),
    ...database.filter((line) => !files.includes(line)).map((line) => `only in the database: ${line}`),
  ]
  return (lines.length > 0 ? lines : ['the same lines in another order']).map((line) => `${name}: ${line}`)
}

/** Files below a wing that hold something else than the function they are named after. */
export function listMisplaced(folder = SCHEMA_FOLDER): string[] {
  return listSchemaFiles(folder)
    .filter((file) => file.includes('/'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const names = [
        ...text.matchAll(/^create (?:function|procedure|table|index|trigger|policy) (\w+)/gm),
      ].map((match) => match[1])
      const own = basename(file, '.sql')
      return names.length === 1 && names[0] === own ? [] : [`${file}: holds ${names.join(', ')}`]
    })
}

export async function describeFiles(ownerUrl: string, folder = SCHEMA_FOLDER): Promise<Map<string, string>> {
  const name = `schema_${randomBytes(4).toString('hex')}`
  await withClient(ownerUrl, (client) => client.query(`create database ${name}`))
  try {
    return await withClient(withDatabase(ownerUrl, name), async (client) => {
      await client.query('begin')
      await client.query(createSchemaSql(folder))
      await client.query('commit')
      return describeSchema(client)
    })
  } finally {
    await withClient(ownerUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
