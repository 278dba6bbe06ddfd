import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { readSettings } from '../src/settings.ts'

/** The values that `dev/stack up` wrote; the tests need a stack that runs. */
export function readStackEnv(): (name: string) => string {
  const { envFile } = readSettings()
  if (!existsSync(envFile))
    throw new Error(`There is no ${envFile}. These tests need a stack: run dev/stack up first.`)
  const values = parseEnv(readFileSync(envFile, 'utf8'))
  return (name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${envFile} has no ${name}. Run dev/stack up again.`)
    return value
  }
}
