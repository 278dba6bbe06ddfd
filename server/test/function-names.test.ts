import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = [
  'catalog/src',
  'cli/src',
  'console/src',
  'deploy',
  'dev/src',
  'packaging',
  'sdk/generate',
  'sdk/src',
  'server/src',
]

/** Past participles that do not end in "ed". */
const IRREGULAR = 'drawn|found|given|held|kept|known|made|seen|sent|shown|spent|split|taken|told|written'
/** Verbs and nouns that only look like participles. */
const FINE = new Set(['embed', 'feed', 'seed', 'speed'])

/** The names of functions that stand at the top of a file. */
function functionsOf(text: string): string[] {
  const declared = text.matchAll(/^(?:export )?(?:async )?function\*? (\w+)/gm)
  const assigned = text.matchAll(
    /^(?:export )?const (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>\n]+>)?\([^=\n]*?\)?(?:: [^=\n]+)? ?(?:=>|$)/gm,
  )
  return [...declared, ...assigned].map((match) => match[1] ?? '')
}

const isParticiple = (name: string) =>
  new RegExp(`^([a-z]+(ed|ing)|${IRREGULAR})$`).test(name) && !FINE.has(name)

describe('functions', () => {
  it.each(FOLDERS)('have verbs as names in %s', (folder) => {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
    )
    const wrong = files.flatMap((file) =>
      functionsOf(readFileSync(join(ROOT, folder, file), 'utf8'))
        .filter(isParticiple)
        .map((name) => `${file}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('a participle is found', () => {
    const text =
      'export function judged() {}\nconst signed = (key: Key) => key\nfunction signUrl() {}\nconst feed = 1\n'
    expect(functionsOf(text).filter(isParticiple)).toEqual(['judged', 'signed'])
  })
})
