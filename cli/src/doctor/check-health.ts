import { ask, bodyOf, type Check, fault, ok, warning } from './check.ts'

/** What a fault that `/readyz` names is about, and what helps. */
const FIXES: readonly (readonly [RegExp, string])[] = [
  [
    /database|postgres/i,
    'Check DATABASE_URL, that PostgreSQL runs, and that the migrations are applied (serve --migrate).',
  ],
  [/object store|storage|bucket|s3/i, 'Check S3_ENDPOINT, S3_BUCKET and the keys, and that the store runs.'],
  [/model|inference/i, 'Run `pnpm models check` where the models run; tasks of the others go on.'],
  [/job|queue/i, 'Run the migrations: they make the queues.'],
  [/starting/i, 'Wait a moment and ask again.'],
  [/draining/i, 'It is being stopped; ask its successor.'],
]

/** The operators' listener of an api or a worker: database, store, jobs, and on a worker the models. */
export async function checkHealth(address: string): Promise<Check[]> {
  const name = new URL(address).host
  const answer = await ask(`${address.replace(/\/+$/, '')}/readyz`)
  if (answer instanceof Error)
    return [
      fault(
        name,
        `no answer: ${answer.message}`,
        'Check OPERATIONS_PORT or WORKER_OPERATIONS_PORT, and that the process runs.',
      ),
    ]
  const { faults } = await bodyOf(answer)
  if (!Array.isArray(faults))
    return [
      warning(
        name,
        `answers ${answer.status}, which is not Walkaround`,
        "Give the address of the operators' listener.",
      ),
    ]
  if (faults.length === 0)
    return [ok(name, 'ready: database, object store, jobs, and on a worker all models')]
  return faults.map((said) => {
    const text = String(said)
    const fix = FIXES.find(([pattern]) => pattern.test(text))?.[1] ?? 'See the log of the process.'
    return fault(name, text, fix)
  })
}
