import type { WheelAnalysis } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import type { Picture } from '../../review/pictures.ts'
import { isDamaged, wheelOf } from './wheels-model.ts'

const picture = { id: 'p', label: 'P1', number: 1, path: '', width: 1, height: 1 }
const pictures: Picture[] = [{ ...picture, name: null, side: null, takenAt: null, issues: null }]
const seen = (prediction: string, confidence: number): WheelAnalysis => ({
  id: `${prediction} ${confidence}`,
  imageId: 'p',
  rimCondition: { prediction, confidence },
})

describe('a wheel', () => {
  it.each([
    ['is not assessed by a guess', [seen('NOT_DAMAGED', 0.5)], null],
    ['is not assessed where no model can tell', [seen('UNKNOWN', -1)], null],
    ['is sound when the model is sure', [seen('NOT_DAMAGED', 0.8)], false],
    ['is damaged by the surest answer', [seen('NOT_DAMAGED', 0.5), seen('DAMAGED', 0.72)], true],
  ])('%s', (_, analyses, damaged) => {
    expect(isDamaged(wheelOf(analyses, pictures))).toBe(damaged)
  })

  it('says of a guess that it is not known', () => {
    const { answers } = wheelOf([seen('NOT_DAMAGED', 0.5)], pictures)
    expect(answers.rim_condition).toMatchObject([{ prediction: 'UNKNOWN', confidence: null }])
  })
})
