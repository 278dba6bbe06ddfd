import { describe, expect, it } from 'vitest'
import { jpegWithExif, png, quarters } from '../../../../test/pictures.ts'
import { sniff } from './sniff.ts'

describe('sniff', () => {
  it('knows the three kinds by their first bytes', async () => {
    expect(sniff(await jpegWithExif())).toBe('image/jpeg')
    expect(sniff(png({ width: 1, height: 1 }))).toBe('image/png')
    expect(sniff(await quarters(8, 8).webp().toBuffer())).toBe('image/webp')
  })

  it.each([
    '',
    '\xff\xd8',
    '\x89PNG',
    'RIFF\0\0\0\0WAVE',
    'RIFF\0\0\0\0WEB',
    'GIF89a',
    '<svg/>',
    ' \xff\xd8\xff',
  ])('knows no other, %j', (text) => expect(sniff(Buffer.from(text, 'latin1'))).toBeNull())
})
