import { describe, expect, it } from 'vitest'
import { sampleReport } from '../../../../test/sample-report.ts'
import type { ReportContent } from '../report-content.ts'
import { customerData } from './customer-data.ts'
import { pagesOf } from './page-data.ts'
import { sectionsOf } from './section-data.ts'
import { speak } from './speak.ts'

const sourceOf = (content: ReportContent) => ({
  content,
  pictures: new Set(content.images.map(({ image_id }) => image_id)),
  speech: speak(content),
})
const dataOf = (change: Partial<ReportContent>, size = { images: 2, damages: 3 }) =>
  customerData(sourceOf({ ...sampleReport(size), ...change }))

describe('what a customer reads first', () => {
  it('never takes "not analyzed" for "no damage"', () => {
    const open = dataOf({ analysis: 'open', damages: [] })
    expect(open.tiles[0]).toEqual({ value: '–', label: 'not analyzed for damage yet' })
    expect(open.damages.note).toBe('The photos have not been analyzed for damage yet.')
    const done = dataOf({ analysis: 'done', damages: [] })
    expect(done.tiles[0]?.value).toBe('0')
    expect(done.damages.note).toContain('No damage was found')
  })

  it('shows the worst damages, says how many more there are, and calls an unknown part unknown', () => {
    const { damages } = dataOf({}, { images: 2, damages: 12 })
    expect(damages.items).toHaveLength(8)
    expect(damages.note).toBe('4 more damages are listed in the annex.')
    const severe = dataOf({}, { images: 2, damages: 12 }).damages.items.filter(
      ({ severity }) => severity.label === 'Severe',
    )
    expect(severe).toHaveLength(3)
    const [first] = sampleReport({ images: 1, damages: 1 }).damages
    const unknown = dataOf({ damages: first ? [{ ...first, part_types: ['ignore'] }] : [] })
    expect(unknown.damages.items[0]?.title).toMatch(/^Part unknown · /)
    expect(JSON.stringify(unknown)).not.toContain('Whole vehicle')
  })

  it('prints no sum of zero where nothing is priced, and no count of severe damages where none is rated', () => {
    const { estimate, damages } = sampleReport({ images: 2, damages: 3 })
    const zero = { low: 0, likely: 0, high: 0 }
    const content = {
      ...sampleReport({ images: 2, damages: 3 }),
      damages: damages.map((damage) => ({ ...damage, price: null, severity: null })),
      estimate: estimate && { ...estimate, parts: [], net: zero, tax: zero, total: zero },
      priced_damages: 0,
    }
    const { cost } = dataOf(content)
    expect(cost.rows).toEqual([])
    expect(cost.note).toMatch(/^0 of 3 damages priced\. /)
    const pages = pagesOf(content, new Set())
    expect(pages.data.damages.total).toBeNull()
    expect(pages.data.tiles[2]).toEqual({ value: '–', label: 'severe' })
    expect(JSON.stringify(pages.data)).not.toContain('€0.00')
  })

  it('lists what was not assessed: parts, prices, wheels and tasks', () => {
    const content = sampleReport({ images: 2, damages: 3 })
    const [wheel] = content.wheels
    const guessed = wheel && {
      ...wheel,
      judgements: [{ question: 'rim_condition', answer: 'DAMAGED', confidence: 0.5 }],
    }
    const damages = content.damages.map((damage) =>
      damage.number === 2 ? { ...damage, price: null, priced_with: null } : damage,
    )
    const source = sourceOf({ ...content, damages, wheels: guessed ? [guessed] : [] })
    const { items } = customerData(source).not_assessed
    expect(items.slice(0, -1)).toEqual([
      'Not visible in the photos: Roof, Left rocker panel and Right rocker panel',
      'No price yet: D2',
      'Wheels and tires were not assessed.',
      'Not finished: Human review',
    ])
    const wheels = sectionsOf(source).find(({ title }) => title === 'Wheels')
    expect(wheels).toMatchObject({ paragraphs: ['Wheels not assessed in: P1.'], tables: [] })
  })

  it('says how to contest in the words of the operator, else in its own', () => {
    expect(dataOf({}).contest.paragraphs).toEqual([
      'Write to claims@northway.example within 14 days.',
      'Software proposes, a person decides. Nothing is charged automatically.',
    ])
    const { operator } = sampleReport()
    const own = dataOf({ operator: { ...operator, contest: [] } })
    expect(own.contest.paragraphs[0]).toContain('You can ask for a person to review')
    const linked = dataOf({ operator: { ...operator, contest_url: 'https://x.example/contest/1' } })
    expect(linked.contest.paragraphs.at(-1)).toMatch(
      /automatically\. Object online: https:\/\/x\.example\/contest\/1\. We give/,
    )
  })

  it('has a grade only by a rule, and none for what is not known', () => {
    expect(dataOf({}).tiles.at(-1)).toEqual({ value: 'B', label: 'condition grade' })
    expect(dataOf({ grade: { value: null } }).tiles.at(-1)?.value).toBe('–')
    expect(dataOf({ grade: null }).tiles).toHaveLength(2)
  })
})
