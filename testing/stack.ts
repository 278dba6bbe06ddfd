import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const file = join(process.env.STACK_DIR ?? join(import.meta.dirname, '../.stack'), 'env')
if (!existsSync(file))
  throw new Error(`the tests need the development stack: run \`dev/stack up\` (${file} is missing)`)

/** What `dev/stack up` wrote: addresses, keys and passwords of the real engines. */
export const stack: Record<string, string | undefined> = parseEnv(readFileSync(file, 'utf8'))

export function stackValue(name: string): string {
  const value = stack[name]
  if (!value) throw new Error(`${name} is missing in ${file}: run \`dev/stack up\` again`)
  return value
}
