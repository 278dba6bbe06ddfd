import { expect, it } from 'vitest'
import { ReadmeRun } from '../readme-run.ts'
import { measureAgain } from './measure-again.ts'

const SECONDS_MAX = 300

it('the README takes an ordinary user with a clean clone to a finished inspection within five minutes', async () => {
  const seconds = await measureAgain(
    async () => {
      const reader = new ReadmeRun()
      try {
        await reader.run()
        return reader.seconds
      } finally {
        await reader.remove()
      }
    },
    (seconds) => seconds < SECONDS_MAX,
  )
  expect(seconds).toBeLessThan(SECONDS_MAX)
})
