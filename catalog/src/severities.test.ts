import { describe, expect, it } from 'vitest'
import { SEVERITIES, SEVERITY_NAMES } from './severities.ts'

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

describe('severities', () => {
  it('stand at the place of their level', () => {
    SEVERITIES.forEach(({ level, name, bars }, index) => {
      expect([level, name, bars]).toEqual([index, SEVERITY_NAMES[index], index])
    })
  })

  it('text can be read on its fill', () => {
    for (const { fill, ink } of SEVERITIES) {
      expect((luminance(fill) + 0.05) / (luminance(ink) + 0.05)).toBeGreaterThan(5)
    }
  })
})
