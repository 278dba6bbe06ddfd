import type { Command, Run } from '../command.ts'
import { runServerProgram } from '../server-program.ts'

const option = ({ text }: Run, name: string): string[] => {
  const value = text(name)
  return value === undefined ? [] : [`--${name}`, value]
}
const ORGANIZATION = { value: 'NAME', means: 'one organization' }

/** For operators, beside `backup verify`: they ask database and object store themselves, with the settings of the service. */
export const REKEY: Command = {
  name: 'rekey',
  summary: 'Encrypt the keys of organizations with your newest key, or give organizations new keys',
  options: {
    organization: {
      ...ORGANIZATION,
      means: 'give one organization a new key, and bring everything under it',
    },
    all: { means: 'give every organization a new key, and bring everything under it' },
  },
  run: async (words) =>
    runServerProgram(
      'rekey.ts',
      [...option(words, 'organization'), ...(words.flag('all') ? ['--all'] : [])],
      words.env,
    ),
}

export const REKEY_VERIFY: Command = {
  name: 'rekey verify',
  summary: 'Count the objects, secrets and keys that are still under old keys',
  options: { organization: ORGANIZATION },
  run: async (words) => runServerProgram('rekey.ts', ['verify', ...option(words, 'organization')], words.env),
}

export const REKEY_DESTROY: Command = {
  name: 'rekey destroy',
  summary: "Destroy an organization's keys: nobody can open its photos, reports and secrets again",
  options: {
    organization: { ...ORGANIZATION, means: 'whose keys to destroy' },
    confirm: { value: 'NAME', means: 'the same name again' },
    reason: {
      value: 'REASON',
      means: 'request, contract, retention, mistake or restored; stands in the receipt',
    },
  },
  run: async (words) =>
    runServerProgram(
      'rekey.ts',
      ['destroy', ...['organization', 'confirm', 'reason'].flatMap((name) => option(words, name))],
      words.env,
    ),
}
