import type { Command } from '../command.ts'
import { runServerProgram } from '../server-program.ts'

/** For operators, beside `serve`: it asks database and object store themselves, with the settings of the service. */
export const BACKUP: Command = {
  name: 'backup verify',
  summary: 'Check that a database and a bucket belong together, with the digest of every picture',
  options: {
    bucket: { value: 'NAME', means: 'bucket to check; default S3_BUCKET' },
    after: { value: 'ORGANIZATION/ID', means: 'continue an interrupted check after this place' },
    'erase-extra': { means: 'erase every version of the objects that no row refers to; for after a restore' },
  },
  run: async ({ text, flag, isJson, env }) => {
    const option = (name: string) => {
      const value = text(name)
      return value === undefined ? [] : [`--${name}`, value]
    }
    const words = [
      ...option('bucket'),
      ...option('after'),
      ...(flag('erase-extra') ? ['--erase-extra'] : []),
      ...(isJson ? ['--json'] : []),
    ]
    return runServerProgram('backup.ts', ['verify', ...words], env)
  },
}
