import { CAPTURE_PROBLEMS } from './capture-problems.ts'
import { COMPARISON_PROBLEMS } from './comparison-problems.ts'
import { OBJECTION_PROBLEMS } from './objection-problems.ts'
import type { ProblemRow } from './problem-row.ts'
import { REQUEST_PROBLEMS } from './request-problems.ts'
import { RESOURCE_PROBLEMS } from './resource-problems.ts'

/** Every error the service answers with. A code is forever: add, never rename. */
export const PROBLEMS = {
  ...REQUEST_PROBLEMS,
  ...RESOURCE_PROBLEMS,
  ...COMPARISON_PROBLEMS,
  ...CAPTURE_PROBLEMS,
  ...OBJECTION_PROBLEMS,
} satisfies Record<string, ProblemRow>
