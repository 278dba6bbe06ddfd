import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findDifferences } from './reference-pictures.ts'

type Drawing = {
  /** Where the button begins. */
  x?: number
  color?: string
  text?: string
  ink?: string
}

/** A small part of a large screen. */
const draw = ({ x = 200, color = '#1d4ed8', text = 'Validate', ink = '#334155' }: Drawing = {}) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="900">
      <rect width="100%" height="100%" fill="#f8fafc"/><rect x="${x}" y="100" width="90" height="32" rx="6" fill="${color}"/>
      <text x="400" y="120" font-size="14" font-family="sans-serif" fill="${ink}">${text}</text></svg>`),
  )
    .png()
    .toBuffer()

const differences = async (changed: Drawing) => findDifferences(await draw(), await draw(changed))

describe('a screen and its reference', () => {
  it('are the same where nothing has changed', async () => {
    expect(await differences({})).toEqual([])
  })

  it('are the same where an edge or a letter is drawn a little elsewhere', async () => {
    expect(await differences({ x: 200.5 })).toEqual([])
    expect(await findDifferences(await draw(), await shift(await draw()))).toEqual([])
  })

  it('are the same in a few pixels of noise', async () => {
    const noise = { input: { create: { width: 6, height: 6, channels: 3 as const, background: 'red' } } }
    const seen = await sharp(await draw())
      .composite([{ ...noise, left: 700, top: 500 }])
      .png()
      .toBuffer()
    expect(await findDifferences(await draw(), seen)).toEqual([])
  })

  it.each<[string, Drawing, string]>([
    ['a color of a button', { color: '#2563eb' }, '192,96'],
    ['a button that has moved', { x: 204 }, '192,96'],
    ['a button that is gone', { color: '#f8fafc' }, '192,96'],
    ['a word', { text: 'Approve' }, '416,96'],
    ['the color of a word', { ink: '#dc2626' }, '416,96'],
  ])('differ by %s', async (_, changed, place) => {
    expect(await differences(changed)).toContain(place)
  })

  it('differ in their size', async () => {
    const seen = await sharp(await draw())
      .resize(1440, 901, { fit: 'cover' })
      .png()
      .toBuffer()
    expect(await findDifferences(await draw(), seen)).toEqual(['another size'])
  })
})

/** By one pixel, to the right. */
const shift = (picture: Buffer) =>
  sharp(picture)
    .extract({ left: 0, top: 0, width: 1439, height: 900 })
    .extend({ left: 1, background: '#f8fafc' })
    .png()
    .toBuffer()
