import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openapiDocument } from '../generate/openapi.ts'
import { configurationPage, errorsPage } from '../generate/reference-pages.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const how = 'differs from the code: run `pnpm generate` and commit the result'

describe('generated files', () => {
  it('openapi.json is what the routes say', async () => {
    expect(read('openapi.json') === (await openapiDocument()), `openapi.json ${how}`).toBe(true)
  })

  it('docs/errors.md and docs/configuration.md are what the tables say', () => {
    expect(read('docs/errors.md') === errorsPage(), `docs/errors.md ${how}`).toBe(true)
    expect(read('docs/configuration.md') === configurationPage(), `docs/configuration.md ${how}`).toBe(true)
  })

  it('every operation has an id, and every id in a path says what it is an id of', () => {
    const document: {
      paths: Record<
        string,
        Record<string, { operationId?: string; parameters?: { in: string; name: string; schema: object }[] }>
      >
    } = JSON.parse(read('openapi.json'))
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    )
    expect(operations.filter((operation) => !operation.operationId)).toEqual([])
    const unnamed = operations
      .filter((operation) => !operation.path.startsWith('/v1/pictures/'))
      .flatMap((operation) =>
        (operation.parameters ?? []).filter(
          (parameter) =>
            parameter.in === 'path' && parameter.name.endsWith('_id') && !('x-resource' in parameter.schema),
        ),
      )
    expect(unnamed).toEqual([])
  })
})
