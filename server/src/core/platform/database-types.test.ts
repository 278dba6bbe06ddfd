import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseTypes } from '../../../generate/database-types.ts'
import { createDatabase } from '../../../test/database.ts'

it('database-types.ts is what the migrations make', async () => {
  const database = await createDatabase()
  const types = await databaseTypes(database.DATABASE_OWNER_URL)
  await database.drop()
  expect(readFileSync(join(import.meta.dirname, 'database-types.ts'), 'utf8')).toBe(types)
})
