import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiTypes } from './api-types.ts'
import type { Document } from './document.ts'
import { expandDocument } from './expand-document.ts'
import { methodRows, operationFunctions } from './operations.ts'

const README = join(import.meta.dirname, '../README.md')
const BLOCK = /(<!-- methods: .*? -->\n).*?(\n<!-- end of methods -->)/s

/** Everything of the SDK that `pnpm generate` writes, by file. */
export function sdkFiles(written: Document): Record<string, string> {
  const document = expandDocument(written)
  const page = readFileSync(README, 'utf8')
  if (!BLOCK.test(page)) throw new Error('sdk/README.md has lost the place for its methods')
  return {
    'sdk/src/api-types.ts': apiTypes(document),
    'sdk/src/operations.ts': operationFunctions(document),
    'sdk/README.md': page.replace(
      BLOCK,
      (_, begin: string, end: string) => begin + methodRows(document) + end,
    ),
  }
}
