import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { compilePages } from '../src/outputs/reports/pdf/compile-pages.ts'
import { pagesOf } from '../src/outputs/reports/pdf/page-data.ts'
import { speak } from '../src/outputs/reports/pdf/speak.ts'
import type { ReportContent } from '../src/outputs/reports/report-content.ts'
import { twinOf } from '../src/outputs/reports/report-twin.ts'
import { misplaced } from './misplaced-words.ts'
import { sampleReport } from './sample-report.ts'

/** Lays a report out in this very process. */
export function compileReport(given: ReportContent, standard?: string): Buffer {
  const pages = pagesOf(given, new Set(given.images.map(({ image_id }) => image_id)))
  const twin = twinOf(given)
  const job = { pages, pictureCount: given.images.length, twin, createdAt: given.created_at }
  return compilePages(job, standard)
}

/** What a reader sees, without the places where lines end. */
export const joined = (printed: string) => printed.replace(/[\s\u200b\u2068\u2069\u202a-\u202e]/gu, '')

/** The report has all words of a language and room for them on a paper. */
export function requireForm(file: string, form: Pick<ReportContent, 'language' | 'paper'>): void {
  const tool = (name: string, ...args: string[]) =>
    execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9 })
  writeFileSync(file, compileReport({ ...sampleReport({ images: 9, damages: 12 }), ...form }))
  expect(tool('pdfinfo', file)).toMatch(form.paper === 'a4' ? /\(A4\)/ : /\(letter\)/)
  const text = tool('pdftotext', file, '-')
  expect(text).not.toMatch(/undefined|\[object|NaN/)
  expect(misplaced(tool('pdftotext', '-bbox', file, '-'))).toEqual([])
  // Two pages for the customer; the record begins on the third.
  const [first = '', second = '', third = ''] = text.split('\f')
  const { customer } = speak({ language: form.language, time_zone: 'UTC' })
  expect(joined(third)).toContain(joined(customer.annex))
  expect(joined(first + second)).not.toContain(joined(customer.annex))
  expect(joined(second)).toContain(joined(customer.contest))
}
