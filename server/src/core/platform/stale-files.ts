import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { UPLOAD_PREFIX } from './receive-file.ts'

/** A report between being made and being stored. */
export const reportFileName = (id: string): string => `report-${id}.pdf`

const REPORT_FILE = /^report-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$/
/** What is in use is written to more often. */
const STALE_MS = 3_600_000
const SWEEP_EVERY_MS = 600_000

/** Whether a name in TEMPORARY_DIR is one that we give. */
const isOurs = (name: string): boolean => name.startsWith(UPLOAD_PREFIX) || REPORT_FILE.test(name)

/** Removes what killed processes left behind. Other processes may use the folder, and sweep it, at the same time. */
export async function discardStaleFiles(
  temporaryDir: string,
  olderThanMs: number,
  nowMs: number,
): Promise<number> {
  let count = 0
  for (const name of (await readdir(temporaryDir)).filter(isOurs)) {
    const path = join(temporaryDir, name)
    const changedMs = await lastChangeMs(path)
    if (changedMs === null || nowMs - changedMs <= olderThanMs) continue
    await rm(path, { recursive: true, force: true })
    count++
  }
  return count
}

/** Of a file, or of a folder and what lies in it: the time of a folder says nothing of a file that grows there. */
async function lastChangeMs(path: string): Promise<number | null> {
  try {
    const { mtimeMs } = await stat(path)
    const inside = await readdir(path).catch(() => [])
    const times = await Promise.all(inside.map(async (name) => (await stat(join(path, name))).mtimeMs))
    return Math.max(mtimeMs, ...times)
  } catch {
    // Its process, or another that sweeps, is removing it.
    return null
  }
}

/** Sweeps now and every ten minutes. Returns what ends that. */
export async function sweepStaleFiles(temporaryDir: string, clock: Clock, log: Log): Promise<() => void> {
  const sweep = async () => {
    try {
      const count = await discardStaleFiles(temporaryDir, STALE_MS, clock.nowMs())
      if (count > 0) log.info({ count }, 'removed temporary files of a killed process')
    } catch (error) {
      log.warn({ err: error }, 'could not clean up TEMPORARY_DIR; trying again')
    }
  }
  await sweep()
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
