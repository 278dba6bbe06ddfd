import { expect, it } from 'vitest'
import { isChunkError } from './stale-chunk.ts'

it.each([
  [new TypeError('Failed to fetch dynamically imported module: https://a/console/x-1.js'), true],
  [new TypeError('error loading dynamically imported module: https://a/console/x-1.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /console/x-1.css'), true],
  [new TypeError('Failed to fetch'), false],
  ['text', false],
])('%s: %s', (error, expected) => {
  expect(isChunkError(error)).toBe(expected)
})
