import { spawnSync } from 'node:child_process'

const ROWS = 1_000_000
const FILE = 'server/src/intake/inspections/list-inspections.plan.test.ts'

/** The plans of the list, and what a rule of retention does to it, at a size that takes minutes to load: the tests look at a tenth of it. Needs `dev/stack up`. */
export async function benchPlans(): Promise<Record<string, unknown>> {
  const startedMs = performance.now()
  const { status } = spawnSync('pnpm', ['exec', 'vitest', 'run', '--project', 'server', FILE], {
    env: { ...process.env, PLAN_ROWS: `${ROWS}` },
    stdio: 'inherit',
  })
  return { rows: ROWS, ok: status === 0, seconds: Math.round((performance.now() - startedMs) / 1000) }
}
