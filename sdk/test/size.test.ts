import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

const ENTRY = join(import.meta.dirname, '../src/walkaround.ts')
const BYTES_MAX = 12_000

/** What a page loads that uses these names: bundled, minified, compressed. */
async function bundleOf(code: string) {
  const build = await rolldown({
    input: 'page',
    platform: 'browser',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? '\0page' : null),
        load: (id) => (id === '\0page' ? code : null),
      },
    ],
  })
  const { output } = await build.generate({ minify: true, format: 'esm' })
  await build.close()
  expect(output.length).toBe(1)
  const text = output[0].code
  return { text, bytes: gzipSync(text, { level: 9 }).length }
}

describe('the bundle', () => {
  it(`of everything has at most ${BYTES_MAX} bytes`, async () => {
    const { bytes, text } = await bundleOf(`export * from ${JSON.stringify(ENTRY)}`)
    console.log(`everything: ${bytes} bytes compressed, ${text.length} minified`)
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX)
    expect(bytes).toBeGreaterThan(5_000)
  })

  it('of a page that reads inspections holds nothing else', async () => {
    const { bytes, text } = await bundleOf(
      `import { createClient, getInspection } from ${JSON.stringify(ENTRY)}\nconsole.log(createClient, getInspection)`,
    )
    console.log(`createClient and getInspection: ${bytes} bytes compressed`)
    for (const foreign of [
      'text/event-stream',
      'webhook-id',
      'multipart/form-data',
      'XMLHttpRequest',
      '/pdf',
      '/damages',
    ])
      expect(text).not.toContain(foreign)
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX / 2)
  })

  it('of a page that verifies webhooks holds nothing else', async () => {
    const { bytes, text } = await bundleOf(`export { verifyWebhook } from ${JSON.stringify(ENTRY)}`)
    console.log(`verifyWebhook: ${bytes} bytes compressed`)
    expect(text).not.toContain('/v1/')
    expect(bytes).toBeLessThanOrEqual(1_500)
  })

  it('names no module of Node, which a page does not have', async () => {
    const { text } = await bundleOf(`export * from ${JSON.stringify(ENTRY)}`)
    expect(text).not.toMatch(/from\s*["']node:|require\(/)
  })
})
