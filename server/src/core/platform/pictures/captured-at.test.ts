import { describe, expect, it } from 'vitest'
import { exifTiff } from '../../../../test/pictures.ts'
import { readCapturedAt } from './captured-at.ts'

const DATE = '2024:05:01 00:30:00'

describe('readCapturedAt', () => {
  it.each([
    [{ dateTimeOriginal: DATE, offsetTimeOriginal: '+02:00' }, '2024-04-30T22:30:00.000Z'],
    [{ dateTimeOriginal: DATE, offsetTimeOriginal: '-07:30' }, '2024-05-01T08:00:00.000Z'],
    [{ dateTimeOriginal: DATE, offsetTimeOriginal: '+00:00', gps: true }, '2024-05-01T00:30:00.000Z'],
    [{ dateTimeOriginal: DATE }, null],
    [{ offsetTimeOriginal: '+02:00' }, null],
    [{ dateTimeOriginal: '    :  :     :  :  ', offsetTimeOriginal: '+02:00' }, null],
    [{ dateTimeOriginal: '2024:13:41 00:30:00', offsetTimeOriginal: '+02:00' }, null],
    [{ dateTimeOriginal: DATE, offsetTimeOriginal: '+02:00', cyclic: true }, null],
    [{}, null],
  ])('reads %o as %s', (options, expected) => {
    expect(readCapturedAt(exifTiff(options))).toBe(expected)
  })

  it('does not stumble over a block cut anywhere', () => {
    const block = exifTiff({ dateTimeOriginal: DATE, offsetTimeOriginal: '+02:00' })
    for (let length = 0; length < block.length; length++) {
      expect([null, '2024-04-30T22:30:00.000Z']).toContain(readCapturedAt(block.subarray(0, length)))
    }
  })
})
