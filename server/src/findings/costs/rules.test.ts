import { expect, it } from 'vitest'
import { RULES } from './rules.ts'

it.each(Object.entries(RULES))('%s is told in whole sentences', (id, text) => {
  expect(id).toMatch(/^[a-z]+(_[a-z]+)*$/)
  expect(text).toMatch(/^[A-Z].+\.$/)
})
