import { PROBLEMS } from './problem-table.ts'

export type ProblemCode = keyof typeof PROBLEMS

export type ProblemParams = Record<string, string | number | readonly string[]>

/** An expected failure. Everything else that is thrown is a bug and becomes a 500. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly params: ProblemParams
  readonly errors: readonly { field: string; message: string }[]

  constructor(
    code: ProblemCode,
    params: ProblemParams = {},
    errors: readonly { field: string; message: string }[] = [],
    cause?: unknown,
  ) {
    super(PROBLEMS[code].title, { cause })
    this.code = code
    this.params = params
    this.errors = errors
  }
}
