import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

export type Settings = Record<string, string>

/** What `dev/stack up` wrote about the stack of STACK_DIR: addresses, keys and passwords of the real engines. */
export function readStack(): Settings {
  const file = join(process.env.STACK_DIR || join(import.meta.dirname, '../.stack'), 'env')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`There is no ${file}. Run dev/stack up first.`, { cause })
  }
  return Object.fromEntries(Object.entries(parseEnv(text)).map(([name, value = '']) => [name, value]))
}

export function setting(settings: Settings, name: string): string {
  const value = settings[name]
  if (!value) throw new Error(`The stack's env file has no ${name}. Run dev/stack up again.`)
  return value
}

export const stackValue = (name: string): string => setting(readStack(), name)
