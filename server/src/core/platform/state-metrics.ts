import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'

/** Prometheus gives up on a process after ten seconds, and would lose its other metrics too. */
const PATIENCE_MS = 2_000

/** What came within the patience of whoever collects metrics, else `late`. */
export async function withPatience<T>(work: Promise<T>, late: T): Promise<T> {
  return Promise.race([work.catch(() => late), delay(PATIENCE_MS, late, { ref: false })])
}

/** 1 or 0, asked anew each time. A question that gets no answer in time is answered with no. */
export function observeState(
  registry: Registry,
  { name, help, ask }: { name: string; help: string; ask: () => Promise<boolean> },
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set((await withPatience(ask(), false)) ? 1 : 0)
    },
  })
}

/** Uploads fail when nothing is left. */
export function observeDisk(registry: Registry, dir: string): void {
  new Gauge({
    name: 'walkaround_temporary_dir_free_ratio',
    help: 'Free share of the disk that holds TEMPORARY_DIR',
    registers: [registry],
    async collect() {
      const { bavail, blocks } = await statfs(dir)
      this.set(blocks > 0 ? bavail / blocks : 1)
    },
  })
}
