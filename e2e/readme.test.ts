import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { ReadmeRun } from './readme-run.ts'

const reader = new ReadmeRun()
afterAll(() => reader.remove())

// timed/readme-speed.test.ts judges how long it takes.
it("the README's commands, copied literally, take an ordinary user with a clean clone to a finished inspection", async () => {
  await reader.run()
  const { transcript, clone } = reader
  // In the last answer. That to the upload waits for it, though twelve seconds at most.
  expect(transcript).toMatch(/"compliance": "compliant"/)
  expect(transcript).toMatch(/"status": "DONE"/)
  expect(transcript).toMatch(/"damage_type": "missing_piece"/)
  expect(transcript).toMatch(/"damageType": "scratch"/)
  expect(transcript).toMatch(/image\/jpeg, \d{5} bytes/)
  const { PUBLIC_URL = '' } = parseEnv(readFileSync(join(clone, '.demo/env'), 'utf8'))
  for (const page of ['/console/', '/docs'])
    expect((await fetch(`${PUBLIC_URL}${page}`, { headers: { accept: 'text/html' } })).status).toBe(200)
  await reader.stop()
  await expect(fetch(PUBLIC_URL)).rejects.toThrow('fetch failed')
  expect(existsSync(join(clone, '.demo/postgres/data/postmaster.pid'))).toBe(false)
})
