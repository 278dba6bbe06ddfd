import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sdkFiles } from '../../sdk/generate/sdk-files.ts'
import { createSchemaSql, FIRST_MIGRATION } from './create-schema.ts'
import { databaseTypes } from './database-types.ts'
import { openapiDocument } from './openapi.ts'
import { configurationPage, errorsPage } from './reference-pages.ts'
import { specificationPage } from './specification-page.ts'

const root = join(import.meta.dirname, '../..')
const write = (file: string, text: string) => {
  writeFileSync(join(root, file), text)
  console.log(`wrote ${file}`)
}

const openapi = await openapiDocument()
write('openapi.json', openapi)
write('docs/errors.md', errorsPage())
write('docs/configuration.md', configurationPage())
write('docs/specification.md', specificationPage())
write(FIRST_MIGRATION, createSchemaSql())
const url = process.env.DATABASE_OWNER_URL
if (url) write('server/src/core/platform/database-types.ts', await databaseTypes(url))
else
  console.log(
    'kept server/src/core/platform/database-types.ts: run with --env-file=.stack/env to make it anew from the migrated database',
  )
for (const [file, text] of Object.entries(sdkFiles(JSON.parse(openapi)))) write(file, text)
process.exit(0)
