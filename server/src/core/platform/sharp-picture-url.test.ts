import { expect, it } from 'vitest'
import { createPictureUrls } from './picture-url.ts'

const START_MS = Date.UTC(2026, 0, 1)
const picture = { org_id: 'acme', image_id: '0198c0de-0000-7000-8000-000000000001' }

function pathOf(url: string) {
  const [, , , signature = '', key_id = '', expires = '', org_id = '', image_id = '', variant = ''] = new URL(
    url,
  ).pathname.split('/')
  return { signature, key_id, expires, org_id, image_id, variant }
}

it('signs the sharp picture apart from the shown one, for as long as it is asked to', () => {
  let nowMs = START_MS
  const { sign, signSharp, verify } = createPictureUrls({
    keys: `k1:${'0123456789abcdef'.repeat(4)}`,
    publicUrl: 'https://api.example.com',
    ttlS: 900,
    windowS: 300,
    now: () => nowMs,
  })
  const shown = sign({ ...picture, variant: 'picture.jpg' })
  const { url, expires_at } = signSharp(picture, 300)
  expect(expires_at).toBe(new Date(START_MS + 300_000).toISOString())
  expect(verify(pathOf(url))).toEqual({ ...picture, variant: 'sharp.jpg' })
  expect(verify({ ...pathOf(shown), variant: 'sharp.jpg' })).toBeNull()
  nowMs += 300_000
  expect(verify(pathOf(url))).toBeNull()
  expect(verify(pathOf(shown))).toEqual({ ...picture, variant: 'picture.jpg' })
})
