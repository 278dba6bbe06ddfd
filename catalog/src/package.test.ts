import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), 'utf8') }))

it('needs nothing but itself, so that browsers can load it', () => {
  const foreign = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/from '([^']+)'/g)].flatMap(([, from = '']) =>
      from.startsWith('.') ? [] : `${file}: ${from}`,
    ),
  )
  expect(foreign).toEqual([])
  expect(sources.filter(({ text }) => /\b(process|document|window)\.\w/.test(text))).toEqual([])
})

it('has no file of more than 300 lines', () => {
  expect(sources.filter(({ text }) => text.split('\n').length > 301).map(({ file }) => file)).toEqual([])
})
