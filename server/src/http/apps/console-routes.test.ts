import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startOwnService } from '../../../test/own-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-console-'))
afterAll(() => rmSync(folder, { recursive: true }))

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'
const WARNING = 'the review console is not built'

describe('the console', () => {
  it('404 says what is missing and how to install it where it was never built, and so does the log', async () => {
    const service = await startOwnService({ settings: { CONSOLE_DIR: join(folder, 'none') } })
    try {
      expect(service.logLines().map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({ msg: expect.stringContaining(WARNING), folder: join(folder, 'none') }),
      )
      expect(service.logLines().join('')).toContain('pnpm build')
      for (const path of ['/console', '/console/', '/console/inspections']) {
        const page = await fetch(service.url + path, { headers: { accept: BROWSER } })
        expect([path, page.status, page.headers.get('content-type')]).toEqual([
          path,
          404,
          'text/html; charset=utf-8',
        ])
        const text = await page.text()
        expect(text).toContain('The review console is not installed on this server')
        expect(text).toContain('<code>pnpm build</code>')
        const plain = await fetch(service.url + path)
        expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8')
        expect(await plain.text()).toContain('CONSOLE_DIR')
      }
      // What the command line reads to sign in needs no build.
      expect((await fetch(`${service.url}/console/config.json`)).status).toBe(200)
    } finally {
      await service.stop()
    }
  })

  it('200 for every screen where it was built, without a word in the log', async () => {
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
    const service = await startOwnService({ settings: { CONSOLE_DIR: folder } })
    try {
      for (const path of ['/console/', '/console/inspections'])
        expect(await (await fetch(service.url + path)).text()).toContain('<title>Console</title>')
      expect(service.logLines().join('')).not.toContain(WARNING)
    } finally {
      await service.stop()
    }
  })
})
