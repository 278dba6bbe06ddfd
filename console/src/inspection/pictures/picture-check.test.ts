import { expect, it } from 'vitest'
import { checkOf } from './picture-check.ts'

const poor = { compliance_status: 'non_compliant', compliance_issues: ['blurriness'] }

it('asks for another picture only where a task will look at it', () => {
  expect(checkOf(poor, true)).toMatchObject({ state: 'retake', issues: ['blurriness'] })
  expect(checkOf(poor, false)).toMatchObject({ state: 'flawed', issues: ['blurriness'] })
})

it('takes a good picture whether a task waits for it or not', () => {
  expect(checkOf({ compliance_status: 'compliant' }, false).state).toBe('accepted')
  expect(checkOf(undefined, false).state).toBe('waiting')
})
