export type ProblemRow = {
  status: number
  /** What is wrong, in one sentence without a full stop. */
  title: string
  /** Why it happens. */
  cause: string
  /** What the reader should do. */
  fix: string
  retryable?: true
}
