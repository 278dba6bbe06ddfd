import { describe, expect, it } from 'vitest'
import { sampleReport } from '../../../../test/sample-report.ts'
import type { ReportContent, ReportDamage } from '../report-content.ts'
import { damageCards } from './damage-card-data.ts'
import { damageRows, inColumns } from './first-page-data.ts'
import { speak } from './speak.ts'

const sourceOf = (content: ReportContent) => ({
  content,
  pictures: new Set<string>(),
  speech: speak(content),
})

function damageWith(change: Partial<ReportDamage>): ReportContent {
  const content = sampleReport({ images: 1, damages: 2 })
  const [first, second] = content.damages
  return { ...content, damages: first && second ? [{ ...first, ...change }, second] : [] }
}

const rowOf = (content: ReportContent) => damageRows(sourceOf(content))[0]
const factOf = (content: ReportContent, label: string) =>
  damageCards(sourceOf(content))[0]?.facts.find((fact) => fact.label === label)?.value ?? null

describe('inColumns', () => {
  const fact = (length: number) => ({ label: 'x', value: 'v'.repeat(length), note: null })
  it.each([
    [
      [8, 8, 8, 8, 8],
      [1, 1, 1, 1, 1],
    ],
    [
      [36, 8, 8],
      [2, 1, 1],
    ],
    [
      [8, 8, 8, 36, 8],
      [1, 1, 2, 2, 1],
    ],
    [
      [8, 500, 8],
      [4, 4, 1],
    ],
    [
      [36, 8, 36, 36],
      [2, 2, 2, 2],
    ],
  ])('%j', (lengths, columns) => {
    expect(inColumns(lengths.map(fact)).map((placed) => placed.columns)).toEqual(columns)
  })
})

describe('a damage on paper', () => {
  const by = { at: '2026-11-14T09:00:00.000Z', by: 'A. Person' }
  const model = { kind: 'model', name: 'm', version: '1', sha256: '' } as const

  it('has the hours of its part, or none where it is priced with another', () => {
    expect(rowOf(damageWith({ hours: 4.25 }))?.hours).toBe('4.25')
    expect(rowOf(damageWith({ hours: null }))?.hours).toBe('–')
  })

  it('has a range only where there is one', () => {
    expect(factOf(damageWith({ price: { low: 100, likely: 200, high: 300 } }), 'Range')).toBe(
      '€1.00\u00a0–\u00a0€3.00',
    )
    expect(factOf(damageWith({ price: { low: 200, likely: 200, high: 200 } }), 'Range')).toBe(null)
  })

  it('has an error only where there is one', () => {
    const measured = { low: 12.5, likely: 12.5, high: 12.5, scale_source: 'person' } as const
    expect(rowOf(damageWith({ size_cm: measured }))?.size).toBe('12.5\u00a0cm')
    expect(rowOf(damageWith({ size_cm: { ...measured, low: 10.5, high: 14.5 } }))?.size).toBe(
      '13\u00a0±\u00a02\u00a0cm',
    )
  })

  it.each([
    ['found by a model', { origin: model, confirmed: null }, 'Model (70%)', 'no one yet'],
    [
      'confirmed',
      { origin: model, confirmed: by },
      'Model (70%), confirmed',
      { parts: ['A. Person', '14 Nov 2026, 10:00'] },
    ],
    ['corrected', { origin: model, confirmed: null, corrected: by }, 'Model (70%), corrected', null],
    [
      'doubtful',
      { origin: model, confirmed: null, is_doubtful: true },
      'Model (70%), doubtful',
      'no one yet',
    ],
    [
      'found by a person',
      { origin: { kind: 'person', name: 'P', at: by.at }, confirmed: null, confidence: null },
      'Person',
      null,
    ],
  ] as const)('says who answers for it: %s', (_name, change, source, confirmed) => {
    const content = damageWith({ confidence: 0.7, corrected: null, is_doubtful: false, ...change })
    expect(rowOf(content)?.source).toBe(source)
    expect(factOf(content, 'Confirmed by')).toEqual(confirmed)
  })
})
