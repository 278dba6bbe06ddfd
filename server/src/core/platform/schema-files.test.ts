import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCHEMA_FOLDER } from '../../../generate/create-schema.ts'
import { compareSchema, describeFiles, listMisplaced } from '../../../test/compare-schema.ts'
import { createDatabase } from '../../../test/database.ts'
import { describeSchema } from '../../../test/describe-schema.ts'

let made: Awaited<ReturnType<typeof createDatabase>>
let owner: pg.Client
let inFiles: Map<string, string>
beforeAll(async () => {
  made = await createDatabase()
  owner = new pg.Client({ connectionString: made.DATABASE_OWNER_URL })
  await owner.connect()
  inFiles = await describeFiles(made.DATABASE_OWNER_URL)
})
afterAll(async () => {
  await owner.end()
  await made.drop()
})

it('a migrated database is what server/schema says', async () => {
  expect(compareSchema(inFiles, await describeSchema(owner))).toEqual([])
})

it('each function has a file of its name', () => {
  expect(listMisplaced()).toEqual([])
})

describe('the comparison finds', () => {
  it.each([
    ['a changed policy', 'alter policy organization on holds using (true)', 'table holds: '],
    ['a right too many', 'grant delete on events to walkaround_app', 'table events: '],
    ['a trigger that is off', 'alter table tasks disable trigger check_task_transition', 'table tasks: '],
    ['a missing index', 'drop index reports_id', 'table reports: '],
    ['a table of no file', 'create table extra (id integer)', 'table extra: in no file'],
    [
      'a function without its search path',
      'alter function verify_report reset search_path',
      'function verify_report(uuid): ',
    ],
  ])('%s', async (_, change, found) => {
    await owner.query('begin')
    await owner.query(change)
    const differences = compareSchema(inFiles, await describeSchema(owner))
    await owner.query('rollback')
    expect(differences).not.toEqual([])
    expect(differences.filter((line) => !line.startsWith(found))).toEqual([])
  })

  it('a missing file, another text and a file with another name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'schema-'))
    cpSync(SCHEMA_FOLDER, folder, { recursive: true })
    rmSync(join(folder, 'privacy/erase_inspection.sql'))
    renameSync(join(folder, 'privacy/open_erasures.sql'), join(folder, 'privacy/erasures_open.sql'))
    const edited = join(folder, 'inspection/last_event_position.sql')
    writeFileSync(edited, readFileSync(edited, 'utf8').replace('select', 'select  '))
    const described = await describeFiles(made.DATABASE_OWNER_URL, folder)
    const misplaced = listMisplaced(folder)
    rmSync(folder, { recursive: true })
    expect(misplaced).toEqual(['privacy/erasures_open.sql: holds open_erasures'])
    expect(compareSchema(described, await describeSchema(owner))).toEqual(
      expect.arrayContaining([
        'function erase_inspection(uuid,uuid,interval): in no file',
        expect.stringMatching(/^function last_event_position\(\): only in the files: /),
      ]),
    )
  })
})

it('the bodies of all functions stand the check that creating the schema leaves out', async () => {
  const { rows } = await owner.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc
      where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = oid and deptype = 'e')`,
  )
  expect(rows.length).toBeGreaterThan(40)
  for (const { text } of rows) await owner.query(text)
})
