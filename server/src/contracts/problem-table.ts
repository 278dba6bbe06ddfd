import type { ProblemRow } from './problem-row.ts'
import { REQUEST_PROBLEMS } from './request-problems.ts'
import { RESOURCE_PROBLEMS } from './resource-problems.ts'

/** Every error the service answers with. A code is forever: add, never rename. */
export const PROBLEMS = { ...REQUEST_PROBLEMS, ...RESOURCE_PROBLEMS } satisfies Record<string, ProblemRow>
