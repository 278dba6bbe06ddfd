import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findPrlimit } from '../../../core/platform/pictures/decoder-command.ts'

const MIB = 1024 * 1024
// V8 maps 510 MiB writable for machine code it never writes, and the kernel counts all of it.
const V8_CODE_RANGE_BYTES = 512 * MIB
const MEMORY_BYTES_MAX = 1536 * MIB
const OPEN_FILES_MAX = 256
/** Between the signal that says "too long" and the one that nobody survives. */
const GRACE_S = 2
/** Of all its reports. The kernel counts the whole life of a process. */
export const CPU_MS_PER_CHILD_MAX = 300_000

/**
 * How a child that lays out reports is started: it may use so much processor time for the first one, write nothing and see
 * no setting.
 */
export function layoutCommand(cpuMsMax: number) {
  const lifeS = Math.ceil((CPU_MS_PER_CHILD_MAX + cpuMsMax) / 1000) + GRACE_S
  return {
    modulePath: join(import.meta.dirname, 'layout-child.ts'),
    execPath: findPrlimit(),
    execArgv: [
      `--cpu=${Math.ceil(cpuMsMax / 1000)}:${lifeS}`,
      `--data=${V8_CODE_RANGE_BYTES + MEMORY_BYTES_MAX}`,
      '--fsize=0',
      `--nofile=${OPEN_FILES_MAX}`,
      '--core=0',
      '--',
      process.execPath,
      '--permission',
      '--allow-addons',
      ...readableDirs().map((dir) => `--allow-fs-read=${dir}/`),
      // Typst keeps its own outside of this heap; without a limit it grows by tens of megabytes before it is swept.
      '--max-semi-space-size=1',
      '--max-old-space-size=256',
      '--no-warnings',
    ],
  }
}

/** The service, the packages it uses, and those of them that lie beside it. */
function readableDirs(): string[] {
  const dirs = new Set([join(import.meta.dirname, '../../..')])
  for (let dir = import.meta.dirname; dir !== dirname(dir); dir = dirname(dir))
    for (const name of ['node_modules', 'node_modules/@walkaround/catalog'])
      if (existsSync(join(dir, name))) dirs.add(join(dir, name)).add(realpathSync(join(dir, name)))
  return [...dirs]
}
