import { execFile } from 'node:child_process'
import { findPrlimit } from './pictures/decoder-command.ts'

/**
 * Lets a child use so much processor time since its start, so that its next work has as much as the first one had. The
 * kernel counts even when nobody is left to look. False where the child does not exist any more or has had too much.
 */
export function allowCpuTime(pid: number, cpuMs: number): Promise<boolean> {
  const args = ['--pid', String(pid), `--cpu=${Math.ceil(cpuMs / 1000)}:`]
  return new Promise((resolve) => execFile(findPrlimit(), args, { env: {} }, (error) => resolve(!error)))
}
