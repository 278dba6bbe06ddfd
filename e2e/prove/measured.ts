/** What judges times, memory and processor time beside the campaigns: at the full size alone. */
export const MEASURED: Record<string, { command: string[]; env?: Record<string, string> }> = {
  clients: { command: ['node', 'conformance/main.ts', '--size', 'full'] },
  timed: { command: ['pnpm', 'exec', 'vitest', 'run', '--project', 'timed', '--project', 'e2e-timed'] },
  bench: { command: ['pnpm', 'bench', 'guard'], env: { BENCH_SIZE: 'small' } },
}
