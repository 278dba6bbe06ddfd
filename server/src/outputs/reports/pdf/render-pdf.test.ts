import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '@walkaround/catalog/languages'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../../testing/random.ts'
import { misplaced } from '../../../../test/misplaced-words.ts'
import { compileReport, joined, requireForm } from '../../../../test/report-forms.ts'
import { sampleReport } from '../../../../test/sample-report.ts'
import { PAPERS } from '../../../core/platform/setting-mistakes.ts'
import { contentDigest } from '../report-code.ts'
import type { ReportContent } from '../report-content.ts'
import { fontsFor } from './fonts.ts'
import { renderPdf } from './render-pdf.ts'
import { Typesetter } from './typesetter.ts'

const HOSTILE = {
  markup: '#panic("x") *b* $x$ #image("/etc/passwd") <b> @ref \\ // /* [',
  emoji: 'Eve 🚗👩‍🔧',
  hebrew: 'שלום',
  long: 'L'.repeat(500),
  vin: 'V1N'.repeat(33),
  control: 'a\u0007b\u202ec',
  foreign: '中文 日本語テスト 한국어',
  unknown: 'ภา',
}

function hostileReport(): ReportContent {
  const content = sampleReport({ images: 6, damages: 5 })
  const [first, second] = content.damages
  if (first) first.confirmed = { at: content.created_at, by: HOSTILE.long }
  if (second) second.origin = { kind: 'person', name: HOSTILE.markup, at: content.created_at }
  const [image] = content.images
  if (image) image.label = HOSTILE.long
  return {
    ...content,
    client_name: HOSTILE.markup,
    customer: HOSTILE.long,
    inspection: {
      ...content.inspection,
      inspector: HOSTILE.emoji,
      place: HOSTILE.hebrew,
      reference: HOSTILE.control,
      type: `${HOSTILE.foreign} ${HOSTILE.unknown}`,
      comment: `${HOSTILE.long} ${HOSTILE.markup}`,
      validated: { at: content.created_at, by: HOSTILE.long },
    },
    vehicle: { ...content.vehicle, vin: HOSTILE.vin, vin_check: 'malformed', plate: HOSTILE.markup },
    history: [
      ...content.history,
      {
        at: content.created_at,
        by: HOSTILE.long,
        event: 'damage.updated',
        damage: null,
        part_type: null,
        task_name: HOSTILE.vin,
        changes: [{ field: 'confirmed_by', before: HOSTILE.markup, after: HOSTILE.long }],
        currency: null,
        reason: HOSTILE.emoji,
      },
    ],
  }
}

async function picturesOf({ images }: ReportContent): Promise<Map<string, Buffer>> {
  const jpegs = await Promise.all(
    images.map(({ width, height }, at) =>
      sharp({ create: { width, height, channels: 3, background: { r: 40 * at, g: 120, b: 160 } } })
        .jpeg()
        .toBuffer(),
    ),
  )
  return new Map(images.map(({ image_id }, at) => [image_id, jpegs[at] ?? Buffer.alloc(0)]))
}

const folder = mkdtempSync(join(tmpdir(), 'report-'))
const file = join(folder, 'report.pdf')
const content = hostileReport()
const typesetter = new Typesetter()
let pictures: Map<string, Buffer>
let pdf: Uint8Array
let text: string

const tool = (name: string, ...args: string[]) =>
  execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9 })

beforeAll(async () => {
  pictures = await picturesOf(content)
  pdf = await renderPdf(typesetter, content, pictures)
  writeFileSync(file, pdf)
  text = tool('pdftotext', '-raw', file, '-')
})
afterAll(async () => {
  await typesetter.close()
  rmSync(folder, { recursive: true })
})

describe('renderPdf', () => {
  it('gives the same bytes twice', async () => {
    const again = await renderPdf(typesetter, content, pictures)
    expect(Buffer.compare(again, pdf)).toBe(0)
  })

  it('has a title, a language, tags, and is sound', () => {
    const about = tool('pdfinfo', file)
    expect(about).toMatch(new RegExp(`Title: +Vehicle inspection report ${content.inspection_id}\n`))
    expect(about).toMatch(/Tagged: +yes/)
    expect(about).toMatch(/Page size: .*A4/)
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Lang (en)')
    expect(tool('qpdf', '--check', file)).toContain('No syntax or stream encoding errors found')
    expect(spawnSync('pdfinfo', [file], { encoding: 'utf8' }).stderr).toBe('')
  })

  it('says that it is PDF/A-3a and PDF/UA-1', () => {
    const raw = Buffer.from(pdf).toString('utf8')
    expect(raw).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>')
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(raw).toMatch(/\/ViewerPreferences <<\s+\/DisplayDocTitle true/)
  })

  it('prints what people wrote as they wrote it', () => {
    const { markup, emoji, long, vin, foreign } = HOSTILE
    for (const literal of [markup, emoji, long, vin, foreign, 'a[U+0007]b[U+202E]c', '[U+0E20U+0E32]'])
      expect(joined(text)).toContain(joined(literal))
    // Poppler may give it in the order in which it stands on the paper.
    expect([HOSTILE.hebrew, [...HOSTILE.hebrew].reverse().join('')].some((name) => text.includes(name))).toBe(
      true,
    )
  })

  it('prints every damage, every picture and the digest of every original', () => {
    for (const { number } of content.damages) expect(text).toMatch(new RegExp(`^D${number}\\b`, 'm'))
    for (const { sha256 } of content.images) expect(text).toContain(sha256)
    for (const { number } of content.images) expect(text).toContain(`Photo P${number}`)
    expect(text).toContain(contentDigest(content))
  })

  it('has headings, tables with heads, and no figure without a description', () => {
    const structure = tool('pdfinfo', '-struct', file)
    expect(structure.match(/^ *H1\b/gm)).toHaveLength(1)
    const tables = structure.split(/^ *Table\b/m).slice(1)
    expect(tables.length).toBeGreaterThan(5)
    for (const table of tables) expect(table).toMatch(/^ *TH\b/m)
    const objects = Buffer.from(pdf).toString('latin1').split('endobj')
    const figures = objects.filter((object) => /\/S \/Figure\n/.test(object))
    // The drawing twice, the code, the cover, the picture of the record, three for each damage, and all pictures.
    expect(figures).toHaveLength(5 + 3 * content.damages.length + content.images.length)
    for (const figure of figures) expect(figure).toMatch(/\/Alt \(|\/Alt </)
  })

  it('carries its data', () => {
    const twin = join(folder, 'twin.json')
    tool('pdfdetach', '-save', '1', '-o', twin, file)
    expect(JSON.parse(readFileSync(twin, 'utf8'))).toEqual(content)
  })

  it('carries the pictures as they came', () => {
    for (const picture of pictures.values()) expect(Buffer.from(pdf).includes(picture)).toBe(true)
    const sizes = tool('pdfimages', '-list', file).match(/ 1600 +1200 rgb|1600 +1200 +icc/g)
    expect(sizes?.length).toBeGreaterThanOrEqual(pictures.size)
  })

  it('leaves nothing outside of the margins and nothing over anything else', () => {
    expect(misplaced(tool('pdftotext', '-bbox', file, '-'))).toEqual([])
  })

  it('says which picture is not there', async () => {
    const lacking = new Map([...pictures].slice(1))
    writeFileSync(join(folder, 'lacking.pdf'), await renderPdf(typesetter, content, lacking))
    expect(tool('pdftotext', join(folder, 'lacking.pdf'), '-')).toContain('Photo not available')
  })

  it('refuses a picture that is no JPEG', async () => {
    const broken = new Map([...pictures.keys()].map((id) => [id, Buffer.from('not a picture at all')]))
    await expect(renderPdf(typesetter, content, broken)).rejects.toThrow(/no JPEG/)
  })

  it('tells what Typst has against a report', async () => {
    const broken = { ...content, time_zone: 'Nowhere/Else' }
    await expect(renderPdf(typesetter, broken, pictures)).rejects.toThrow(/Nowhere\/Else/)
  })
})

describe('the template', () => {
  // Each on every paper in render-pdf.full.test.ts.
  const forms = LANGUAGES.map((language, at) => ({ language, paper: PAPERS[at % PAPERS.length] ?? 'a4' }))

  it.each(forms)('has all words of $language and fits $paper', (form) =>
    requireForm(join(folder, 'form.pdf'), form),
  )

  it('passes the checks of Typst for PDF/UA-1, which it writes as we claim it', () => {
    const own = compileReport(content, 'ua-1').toString('latin1')
    expect(own).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(own).toMatch(/\/ViewerPreferences <<\s+\/DisplayDocTitle true/)
    const kinds = (raw: string) => raw.match(/\/S \/\w+\n/g)?.sort()
    const claimed = Buffer.from(pdf).toString('latin1').replaceAll('/S /GTS_PDFA1\n', '')
    expect(kinds(claimed)).toEqual(kinds(own))
  })

  it('makes a report of nothing', () => {
    const empty = sampleReport({ images: 0, damages: 0 })
    const nothing = {
      ...empty,
      estimate: null,
      verification: null,
      history: [],
      unresolved: [],
      wheels: [],
    }
    const path = join(folder, 'empty.pdf')
    writeFileSync(path, compileReport({ ...nothing, documents: [], models: [], rules: [] }))
    expect(tool('pdftotext', path, '-')).toContain('No damage recorded.')
  })

  it('prints any characters the fonts have, in any order', () => {
    const known = [...new Set(fontsFor('א ع 한 字 🚗').characters.flatMap((characters) => [...characters]))]
    const joining = [0x200c, 0x200d, 0xfe0f, 0x301, 0x20dd, 0x64b, 0x5b0, 0x20]
    const { next, below } = seededRandom('characters of the fonts')
    const pick = (codes: number[]) => codes[below(codes.length)] ?? 0x20
    const codes = Array.from({ length: 4000 }, () => pick(next() < 0.75 ? known : joining))
    const comment = String.fromCodePoint(...codes)
    const sample = sampleReport({ images: 1, damages: 1 })
    const written = compileReport({ ...sample, inspection: { ...sample.inspection, comment } })
    expect(written.subarray(0, 8).toString()).toBe('%PDF-1.7')
  })
})
