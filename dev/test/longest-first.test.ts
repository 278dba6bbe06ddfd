import { expect, it } from 'vitest'
import { byLength, readSeconds } from '../src/longest-first.ts'

it('starts files that nobody has measured, then the longest', () => {
  const seconds = readSeconds('2.5 server/a.test.ts\n40.1 server/b.test.ts\n')
  expect(byLength(['server/a.test.ts', 'server/b.test.ts', 'server/new.test.ts'], seconds)).toEqual([
    'server/new.test.ts',
    'server/b.test.ts',
    'server/a.test.ts',
  ])
})
