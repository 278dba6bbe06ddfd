import { ask, bodyOf, type Check, fault, ok, warn } from './check.ts'

/** What a fault that `/readyz` names is about, and what helps. */
const FIXES: readonly (readonly [RegExp, string])[] = [
  [
    /database|postgres/i,
    'Check DATABASE_URL, that PostgreSQL is running, and that migrations are applied (serve --migrate).',
  ],
  [
    /object store|storage|bucket|s3/i,
    'Check S3_ENDPOINT, S3_BUCKET and the access keys, and that the object store is running.',
  ],
  [
    /model|inference/i,
    'Run `pnpm models check` on the machine that runs the models. Tasks of other models are not affected.',
  ],
  [/job|queue/i, 'Run the migrations. They create the queues.'],
  [/starting/i, 'Wait a moment and run the check again.'],
  [/draining/i, 'The process is shutting down. Check its replacement.'],
]

/** The operators' listener of an api or a worker: database, store, jobs, and on a worker the models. */
export async function checkHealth(address: string): Promise<Check[]> {
  const name = new URL(address).host
  const answer = await ask(`${address.replace(/\/+$/, '')}/readyz`)
  if (answer instanceof Error)
    return [
      fault(
        name,
        `no response: ${answer.message}`,
        'Check OPERATIONS_PORT or WORKER_OPERATIONS_PORT, and that the process is running.',
      ),
    ]
  const { faults, degraded } = await bodyOf(answer)
  if (!Array.isArray(faults))
    return [
      warn(
        name,
        `responds with ${answer.status} and is not Walkaround`,
        'Give the URL of an operations listener.',
      ),
    ]
  if (faults.length === 0)
    return [ok(name, 'ready: database, object store and jobs; on a worker, also all models')]
  return faults.map((said) => {
    const text = String(said)
    const fix = FIXES.find(([pattern]) => pattern.test(text))?.[1] ?? 'Check the log of the process.'
    return fault(name, text + detailOf(text, degraded), fix)
  })
}

/** Since when a process has done without something, and what does not work meanwhile. */
function detailOf(said: string, degraded: unknown): string {
  const detail = Array.isArray(degraded) ? degraded.find((each) => Object(each).fault === said) : undefined
  if (!detail) return ''
  const { since, affects } = Object(detail)
  return ` since ${since}; affected: ${affects}`
}
