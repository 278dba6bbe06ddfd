import { describe, expect, it } from 'vitest'
import { analysisOf } from './analysis.ts'

const detection = 'damage_detection'
const images = [{ imageId: 'p' }]

describe('analysisOf', () => {
  it.each([
    [[], 'none'],
    [[{ name: 'wheel_analysis', status: 'DONE' as const, images }], 'none'],
    [[{ name: detection, status: 'NOT_STARTED' as const, images }], 'not_started'],
    [[{ name: detection, status: 'TODO' as const, images }], 'running'],
    [[{ name: detection, status: 'IN_PROGRESS' as const, images }], 'running'],
    [[{ name: detection, status: 'ERROR' as const, images }], 'failed'],
    [[{ name: detection, status: 'DONE' as const, images: [] }], 'unseen'],
    [[{ name: detection, status: 'DONE' as const, images }], 'done'],
    [[{ name: detection, status: 'VALIDATED' as const, images }], 'done'],
  ])('%j is %s', (tasks, analysis) => {
    expect(analysisOf(tasks)).toBe(analysis)
  })
})
