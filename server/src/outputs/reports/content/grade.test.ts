import { describe, expect, it } from 'vitest'
import { sampleReport } from '../../../../test/sample-report.ts'
import type { ReportDamage } from '../report-content.ts'
import { analysisOf, gradeOf } from './grade.ts'

const RULE = [
  { grade: 'A', minor: 2, moderate: 0, severe: 0 },
  { grade: 'B', moderate: 2, severe: 0 },
  { grade: 'C', severe: 1 },
]
const damages = (...levels: (0 | 1 | 2 | 3 | null)[]): ReportDamage[] => {
  const [sample] = sampleReport({ images: 0, damages: 1 }).damages
  return sample
    ? levels.map((level) => ({ ...sample, severity: level === null ? null : { level, rule_id: null } }))
    : []
}

describe('gradeOf', () => {
  it.each([
    [[], 'A'],
    [[0, 1, 1], 'A'],
    [[1, 1, 1], 'B'],
    [[2, 2], 'B'],
    [[2, 2, 2], 'C'],
    [[3], 'C'],
    [[3, 3], null],
    [[1, null], null],
  ] as const)('of damages %j is %s', (levels, value) => {
    expect(gradeOf(RULE, damages(...levels), 'done')).toEqual({ value })
  })

  it('is unknown until damages were looked for, and there is none without a rule', () => {
    expect(gradeOf(RULE, [], 'open')).toEqual({ value: null })
    expect(gradeOf(null, [], 'done')).toBeNull()
  })
})

describe('analysisOf', () => {
  it.each([
    ['NOT_STARTED', 'open'],
    ['IN_PROGRESS', 'open'],
    ['ERROR', 'open'],
    ['DONE', 'done'],
    ['VALIDATED', 'done'],
  ])('%s is %s', (status, analysis) => {
    expect(analysisOf([{ name: 'damage_detection', status }])).toBe(analysis)
  })

  it('was not asked for without the task', () => {
    expect(analysisOf([{ name: 'odometer', status: 'DONE' }])).toBe('not_asked')
  })
})
