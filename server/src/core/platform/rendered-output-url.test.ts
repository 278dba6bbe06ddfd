import { describe, expect, it } from 'vitest'
import { createPictureUrls } from './picture-url.ts'

const K1 = `k1:${'0123456789abcdef'.repeat(4)}`
const K2 = `k2:${'fedcba9876543210'.repeat(4)}`
const ID = '0198c0de-0000-7000-8000-000000000001'

function pictureUrls(keys = K1) {
  const clock = { nowMs: Date.UTC(2026, 0, 1) }
  const publicUrl = 'https://api.example.com'
  return { ...createPictureUrls({ keys, publicUrl, ttlS: 900, windowS: 300, now: () => clock.nowMs }), clock }
}

// Seen red: with the kind of pictures for both, and with the id left out of the signed parts.
describe('rendered output URLs', () => {
  const output = { org_id: 'acme', rendered_output_id: ID }

  function outputPathOf(url: string) {
    const parts = new URL(url).pathname.split('/').slice(3, -1).map(decodeURIComponent)
    const [signature = '', key_id = '', expires = '', org_id = '', rendered_output_id = ''] = parts
    return { signature, key_id, expires, org_id, rendered_output_id }
  }

  it('verify until they expire, and no part of them can be changed', () => {
    const { signRenderedOutput, verifyRenderedOutput, clock } = pictureUrls()
    const path = outputPathOf(signRenderedOutput(output))
    expect(verifyRenderedOutput(path)).toEqual(output)
    for (const part of ['signature', 'key_id', 'expires', 'org_id', 'rendered_output_id'] as const)
      expect(verifyRenderedOutput({ ...path, [part]: `${path[part].slice(0, -1)}z` })).toBeNull()
    clock.nowMs = Number(path.expires) * 1000
    expect(verifyRenderedOutput(path)).toBeNull()
  })

  it('are of a kind of their own, and go with their key', () => {
    const { signRenderedOutput, verifyReport, verifyRenderedOutput, signReport } = pictureUrls()
    const path = outputPathOf(signRenderedOutput(output))
    expect(verifyReport({ ...path, report_id: path.rendered_output_id })).toBeNull()
    const report = outputPathOf(signReport({ org_id: 'acme', report_id: ID }))
    expect(verifyRenderedOutput(report)).toBeNull()
    expect(pictureUrls(K2).verifyRenderedOutput(path)).toBeNull()
  })
})
