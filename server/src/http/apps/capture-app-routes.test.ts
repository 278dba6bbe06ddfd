import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startOwnService } from '../../../test/own-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-capture-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the capture app', () => {
  it('404 says what is missing where it was never built, and so does the log', async () => {
    const service = await startOwnService({ settings: { CAPTURE_DIR: join(folder, 'none') } })
    try {
      expect(service.logLines().join('')).toContain('the capture app is not built')
      const answer = await fetch(`${service.url}/capture`, { headers: { accept: 'text/html' } })
      expect(answer.status).toBe(404)
      const text = await answer.text()
      expect(text).toContain('The capture app is not installed on this server')
      expect(text).toContain('CAPTURE_DIR')
    } finally {
      await service.stop()
    }
  })

  it('200 at the address of links, which its service worker may serve; 404 for a file that is not there', async () => {
    mkdirSync(join(folder, 'assets'))
    const script = 'addEventListener("error", () => {})'
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><title>Capture</title><script>${script}</script><script type="module" src="/x.js"></script>`,
    )
    writeFileSync(join(folder, 'service-worker.js'), '')
    writeFileSync(join(folder, 'assets/index-1.js'), '')
    const service = await startOwnService({ settings: { CAPTURE_DIR: folder } })
    try {
      for (const path of ['/capture', '/capture/']) {
        const page = await fetch(service.url + path, { redirect: 'manual' })
        expect(await page.text()).toContain('<title>Capture</title>')
        expect(page.headers.get('cache-control')).toBe('no-cache')
        const digest = createHash('sha256').update(script).digest('base64')
        expect(page.headers.get('content-security-policy')).toContain(
          `script-src 'self' 'sha256-${digest}'; style-src 'self';`,
        )
        expect(page.headers.get('content-security-policy')).toContain("connect-src 'self';")
        expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/)
        expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      }
      const worker = await fetch(`${service.url}/capture/service-worker.js`)
      expect(worker.headers.get('service-worker-allowed')).toBe('/capture')
      const asset = await fetch(`${service.url}/capture/assets/index-1.js`)
      expect(asset.headers.get('cache-control')).toContain('immutable')
      expect((await fetch(`${service.url}/capture/outlines/sedan-0.svg`)).status).toBe(404)
      expect(service.logLines().join('')).not.toContain('the capture app is not built')
    } finally {
      await service.stop()
    }
  })

  it('200 in frames of the pages that the operator names, and its element for all', async () => {
    writeFileSync(join(folder, 'element.js'), '')
    const CAPTURE_FRAME_ORIGINS = 'https://app.example.com https://desk.example.com:8443'
    const service = await startOwnService({ settings: { CAPTURE_DIR: folder, CAPTURE_FRAME_ORIGINS } })
    try {
      const page = await fetch(`${service.url}/capture`)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy.split('; ').at(-1)).toBe(`frame-ancestors ${CAPTURE_FRAME_ORIGINS}`)
      const element = await fetch(`${service.url}/capture/element.js`)
      expect(element.headers.get('access-control-allow-origin')).toBe('*')
    } finally {
      await service.stop()
    }
  })
})
