import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { root } from '../../testing/ground.ts'

const SHELL_KB_MAX = 140
/** Of all pages together: it comes as one file. */
const STYLES_KB_MAX = 12.5
const ROUTE_KB_MAX = 60

const dist = join(root, 'console/dist')
const textOf = (file: string) => readFileSync(join(dist, 'assets', file), 'utf8')
const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0) / 1000

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** A file and everything it cannot start without. */
function closure(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  for (const other of named(textOf(file), STATIC_IMPORT)) closure(other, known)
  return known
}

const firstFiles = () =>
  named(readFileSync(join(dist, 'index.html'), 'utf8'), /assets\/([^"']+\.(?:js|css))/g)

/** All code that a browser fetches before it asks for a page. */
function shell(): Set<string> {
  const scripts = firstFiles().filter((file) => file.endsWith('.js'))
  return new Set(scripts.flatMap((file) => [...closure(file)]))
}

/** The pages, by the name of the file that each was written in; pages of an inspection stand inside its layout. */
function routes(): [name: string, files: string[]][] {
  const files = readdirSync(join(dist, 'assets'))
  const fileOf = (name: string) =>
    files.filter((file) => file.startsWith(`${name}-`) && /^[\w-]{8}\.js$/.test(file.slice(name.length + 1)))
  const pages = files.flatMap((file) => /^(.+-page)-[\w-]{8}\.js$/.exec(file)?.[1] ?? [])
  const alone = new Set(['list-page', 'review-page', 'compare-page', 'settings-page'])
  return pages.map((name) => [
    name,
    [name, ...(alone.has(name) ? [] : ['inspection-layout'])].flatMap(fileOf),
  ])
}

describe('what a browser has to fetch', () => {
  it(`is at most ${SHELL_KB_MAX} kB before any page`, () => {
    const size = kilobytes(shell())
    console.log(`shell: ${size.toFixed(1)} kB gzip`)
    expect(size).toBeGreaterThan(60)
    expect(size).toBeLessThanOrEqual(SHELL_KB_MAX)
    const styles = kilobytes(firstFiles().filter((file) => file.endsWith('.css')))
    console.log(`styles: ${styles.toFixed(1)} kB gzip`)
    expect(styles).toBeGreaterThan(1)
    expect(styles).toBeLessThanOrEqual(STYLES_KB_MAX)
  })

  it(`is at most ${ROUTE_KB_MAX} kB more for each page`, () => {
    const before = shell()
    const sizes = routes().map(([name, files]): [string, number] => {
      const needed = new Set(files.flatMap((file) => [...closure(file)]))
      return [name, kilobytes([...needed].filter((file) => !before.has(file)))]
    })
    console.log(sizes.map(([name, size]) => `${name}: ${size.toFixed(1)} kB gzip`).join('\n'))
    // Every page of the router, so that a new way of naming files does not make this test empty.
    expect(sizes.length).toBeGreaterThanOrEqual(11)
    expect(sizes.filter(([, size]) => size > ROUTE_KB_MAX)).toEqual([])
  })
})
