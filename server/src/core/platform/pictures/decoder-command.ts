import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const PICTURES_PER_CHILD_MAX = 200
export const CPU_MS_PER_CHILD_MAX = 300_000

const MIB = 1024 * 1024
export const PRLIMIT_FILES = ['/usr/bin/prlimit', '/bin/prlimit', '/usr/local/bin/prlimit']
// V8 maps 510 MiB writable for machine code it never writes, and the kernel counts all of it. A limit on
// the address space instead would have to allow for the gigabytes that V8 reserves and never maps.
const V8_CODE_RANGE_BYTES = 512 * MIB
// The worst honest picture, a progressive 4:4:4 JPEG of 50 megapixels, needs 640 MiB.
const MEMORY_BYTES_MAX = 768 * MIB
const FILE_BYTES_MAX = 128 * MIB
const OPEN_FILES_MAX = 64

/** How a child is started: limits by the kernel outside, Node's permission model inside. */
export function decoderCommand(
  { temporaryDir, timeoutMs }: { temporaryDir: string; timeoutMs: number },
  prlimitFiles = PRLIMIT_FILES,
) {
  // The kernel counts a child's whole life, so the last picture's share comes on top; its four threads
  // can each use the time the parent allows one picture.
  const cpuSeconds = Math.ceil((CPU_MS_PER_CHILD_MAX + 4 * timeoutMs) / 1000)
  const { prlimit, limits } = kernelLimits({ cpuSeconds, memory: 'v8' }, prlimitFiles)
  return {
    execPath: prlimit,
    execArgv: [
      ...limits,
      '--',
      process.execPath,
      '--permission',
      '--allow-addons',
      ...readableDirs().map((dir) => `--allow-fs-read=${dir}/`),
      `--allow-fs-read=${join(import.meta.dirname, '../out-of-resources.ts')}`,
      `--allow-fs-read=${temporaryDir}/`,
      `--allow-fs-write=${temporaryDir}/`,
      '--max-old-space-size=64',
      '--no-warnings',
    ],
    modulePath: join(import.meta.dirname, 'decoder-child.ts'),
  }
}

/** What the kernel lets a process have that decodes pictures, and the program that says so before the process starts. */
export function kernelLimits(
  { cpuSeconds, memory }: { cpuSeconds: number; memory: 'plain' | 'v8' },
  prlimitFiles = PRLIMIT_FILES,
) {
  const bytes = memory === 'v8' ? V8_CODE_RANGE_BYTES + MEMORY_BYTES_MAX : MEMORY_BYTES_MAX
  const limits = [
    `--cpu=${cpuSeconds}`,
    `--data=${bytes}`,
    `--fsize=${FILE_BYTES_MAX}`,
    `--nofile=${OPEN_FILES_MAX}`,
    '--core=0',
  ]
  return { prlimit: findPrlimit(prlimitFiles), limits }
}

/** The program that sets limits for a child before it starts. */
export function findPrlimit(files = PRLIMIT_FILES): string {
  const prlimit = files.find((file) => existsSync(file))
  if (prlimit) return prlimit
  throw new Error(
    'Pictures cannot be decoded safely here: prlimit is missing. Install the package util-linux (Alpine: util-linux-misc).',
  )
}

// The program itself, and every node_modules folder in which it may look for sharp.
function readableDirs() {
  const dirs = [import.meta.dirname]
  for (let dir = import.meta.dirname; dir !== dirname(dir); dir = dirname(dir)) {
    if (existsSync(join(dir, 'node_modules'))) dirs.push(join(dir, 'node_modules'))
  }
  return dirs
}
