import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { root } from '../testing/ground.ts'

const SHELL_KB_MAX = 110
const OUTLINE_KB_MAX = 35

const dist = join(root, 'capture/dist')
const gzipKb = (file: string) => gzipSync(readFileSync(file)).length / 1000

describe('what a phone has to fetch', () => {
  it(`is at most ${SHELL_KB_MAX} kB for the page, its camera and one language`, () => {
    const assets = readdirSync(join(dist, 'assets')).filter((file) => !/^(damage|[a-z]{2})-/.test(file))
    const size = assets.reduce((sum, file) => sum + gzipKb(join(dist, 'assets', file)), 0)
    console.log(`shell and camera: ${size.toFixed(1)} kB gzip`)
    expect(size).toBeGreaterThan(20)
    expect(size).toBeLessThanOrEqual(SHELL_KB_MAX)
  })

  it(`is at most ${OUTLINE_KB_MAX} kB for the outline of a vehicle`, () => {
    const outlines = readdirSync(join(dist, 'outlines'))
    const largest =
      Math.max(...outlines.map((file) => readFileSync(join(dist, 'outlines', file)).length)) / 1000
    console.log(`${outlines.length} outlines, the largest ${largest.toFixed(1)} kB`)
    expect(outlines.length).toBeGreaterThan(200)
    expect(largest).toBeLessThanOrEqual(OUTLINE_KB_MAX)
  })
})
