import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Change } from '@walkaround/catalog/changes'
import { LANGUAGES } from '@walkaround/catalog/languages'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { misplaced } from '../../../../../test/misplaced-words.ts'
import { sampleComparison } from '../../../../../test/sample-comparison.ts'
import type { ComparisonContent } from '../../comparison/comparison-content.ts'
import { shownImages } from '../../comparison/comparison-content-of.ts'
import { codeOf, contentDigest } from '../../report-code.ts'
import { twinOf } from '../../report-twin.ts'
import { checkFile } from '../../verify/check-file.ts'
import { compilePages } from '../compile-pages.ts'
import { renderPdf } from '../render-pdf.ts'
import { speak } from '../speak.ts'
import { Typesetter } from '../typesetter.ts'
import { comparisonPagesOf } from './pages.ts'

const ARABIC = 'محمد العلي'
const MARKUP = '#panic("x") *b* $x$ <b> @ref'
/** Two of them are not decided. */
const VERDICTS: Change[] = [
  'new',
  'new',
  'worsened',
  'uncertain',
  'not_comparable',
  'unchanged',
  'unchanged',
  'repaired',
]

const folder = mkdtempSync(join(tmpdir(), 'comparison-'))
const file = join(folder, 'comparison.pdf')
const typesetter = new Typesetter()
const content = sealed()
let pictures: Map<string, Buffer>
let pdf: Uint8Array
let text: string

const tool = (name: string, ...args: string[]) =>
  execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9 })
const joined = (printed: string) => printed.replace(/[\s\u200b\u2068\u2069\u202a-\u202e]/gu, '')

function sealed(): ComparisonContent {
  const sample = sampleComparison({ verdicts: VERDICTS })
  const [first, , third] = sample.places
  if (first?.decision)
    first.decision = { ...first.decision, verdict: 'new', reason: MARKUP, decided_by: ARABIC }
  if (first) first.proposed_verdict = 'uncertain'
  if (third) third.earlier = null
  const later = { ...sample.later, inspector: ARABIC, place: MARKUP }
  const whole = { ...sample, later }
  const url = 'https://inspect.example/v1/verify/01990000-0000-7000-8000-0000000000ab'
  const open = { ...whole, verification: { url, code: '' } }
  return { ...open, verification: { url, code: codeOf(contentDigest(open)) } }
}

const compile = (given: ComparisonContent, standard?: string) => {
  const pages = comparisonPagesOf(given, new Set(shownImages(given)))
  const job = {
    pages,
    pictureCount: given.images.length,
    twin: twinOf(given),
    createdAt: given.created_at,
  }
  return compilePages(job, standard)
}

beforeAll(async () => {
  const shown = shownImages(content)
  const jpegs = await Promise.all(
    shown.map((_, at) =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 30 * at, g: 90, b: 9 } } })
        .jpeg()
        .toBuffer(),
    ),
  )
  pictures = new Map(shown.map((id, at) => [id, jpegs[at] ?? Buffer.alloc(0)]))
  pdf = await renderPdf(typesetter, content, pictures)
  writeFileSync(file, pdf)
  text = tool('pdftotext', '-raw', file, '-')
})
afterAll(async () => {
  await typesetter.close()
  rmSync(folder, { recursive: true })
})

describe('the paper of a comparison', () => {
  it('is the same bytes twice', async () => {
    expect(Buffer.compare(await renderPdf(typesetter, content, pictures), pdf)).toBe(0)
  })

  it('charges line by line only what a person decided, and says what is only proposed', () => {
    expect(text).toContain('Charged: €622.00 before tax')
    expect(text).toMatch(/^1 Front left door · Scratch, 62 ± 4 cm New €310\.00$/m)
    expect(text).not.toMatch(/^2 Front left door.*€/m)
    expect(joined(text)).toContain(
      joined('Proposed, not charged: place 2, €311.00. No charge without a person’s decision.'),
    )
    expect(text).toContain('2 places not decided yet')
  })

  it('shows time, source and digest of each side, and why', () => {
    const changed = content.places.filter(({ verdict }) => verdict === 'new' || verdict === 'worsened')
    for (const { earlier, later } of changed)
      for (const sighting of [earlier, later])
        if (sighting) expect(text).toContain(`SHA-256 ${sighting.sha256}`)
    expect(text).toContain('Time from the camera, received 10 mins later')
    expect(text).toContain('Earlier · Same place: nothing found')
    expect(text).toContain('No photo shows this place')
    expect(joined(text)).toContain(joined('A mark of 5 mm or more would have shown.'))
    expect(joined(text)).toContain(joined('the software had proposed: Uncertain.'))
    expect(joined(text)).toContain(joined(`Reason: ${MARKUP}`))
    expect(joined(text)).toContain(joined('The photo shows marks from 12 mm on; this one is smaller.'))
    expect(text).toContain('10,926 km (+1,182 km)')
  })

  it('has tags, heads, descriptions, and nothing over anything else', () => {
    expect(tool('pdfinfo', file)).toMatch(/Tagged: +yes/)
    expect(tool('qpdf', '--check', file)).toContain('No syntax or stream encoding errors found')
    const structure = tool('pdfinfo', '-struct', file)
    expect(structure.match(/^ *H1\b/gm)).toHaveLength(1)
    for (const table of structure.split(/^ *Table\b/m).slice(1)) expect(table).toMatch(/^ *TH\b/m)
    const figures = Buffer.from(pdf)
      .toString('latin1')
      .split('endobj')
      .filter((object) => /\/S \/Figure\n/.test(object))
    // The drawing, the code, and the pictures: one place has none of the earlier side.
    expect(figures).toHaveLength(2 + 5)
    for (const figure of figures) expect(figure).toMatch(/\/Alt \(|\/Alt </)
    expect(misplaced(tool('pdftotext', '-bbox', file, '-'))).toEqual([])
  })

  it('passes the checks of Typst for PDF/UA-1', () => {
    expect(compile(content, 'ua-1').toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
  })

  it('carries its data, which can be verified', async () => {
    const twin = join(folder, 'twin.json')
    tool('pdfdetach', '-save', '1', '-o', twin, file)
    expect(JSON.parse(readFileSync(twin, 'utf8'))).toEqual(content)
    const { checks, twin: read } = await checkFile(Buffer.from(pdf), null)
    const statuses = Object.fromEntries(checks.map(({ check, status }) => [check, status]))
    expect(statuses).toMatchObject({ twin: 'ok', code: 'ok' })
    expect(read?.images.map(({ sha256 }) => sha256)).toEqual(content.images.map(({ sha256 }) => sha256))
  })

  it.each(LANGUAGES)('has all words of %s, on at most three pages', (language) => {
    const path = join(folder, `${language}.pdf`)
    const paper = language === 'de' ? 'letter' : 'a4'
    writeFileSync(path, compile({ ...content, language, paper }))
    const printed = tool('pdftotext', path, '-')
    expect(printed).not.toMatch(/undefined|\[object|NaN/)
    expect(misplaced(tool('pdftotext', '-bbox', path, '-'))).toEqual([])
    expect(printed.split('\f').length - 1).toBeLessThanOrEqual(3)
    const { comparison } = speak({ language, time_zone: 'UTC' })
    if (language !== 'en') expect(joined(printed)).not.toContain('Searchedthereagain')
    expect(joined(printed)).toContain(joined(comparison.signatures_note))
  })

  it('can be made of nothing', () => {
    const empty = sampleComparison({ images: 0, verdicts: [] })
    const path = join(folder, 'empty.pdf')
    const charges = { currency: null, confirmed: null, proposed: null, needs_human_decision: false }
    writeFileSync(path, compile({ ...empty, charges, signals: [], models: [], verification: null }))
    const printed = tool('pdftotext', path, '-')
    expect(printed).toContain('Nothing is charged')
    expect(printed).toContain('nothing stands out')
  })
})
