import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { COSTLY_REPORTS } from '../../../../test/costly-reports.ts'

const dir = mkdtempSync(join(tmpdir(), 'hostile-files-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** The heap that the data of the largest genuine report need, and the file. */
const MEMORY_KIB_MAX = 256 * 1024
/** Of computing, not of waiting. */
const CPU_MS_MAX = 10_000
const verifyFile = join(import.meta.dirname, '../../../verify.ts')
// Not maxRSS of resourceUsage(): the kernel counts into it what the process had that started this one.
const TELL_USAGE = `data:text/javascript,${[
  'import{isMainThread}from"node:worker_threads"',
  'import{readFileSync}from"node:fs"',
  'const memoryKib=()=>Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1])',
  'const tell=()=>process.stderr.write("usage "+JSON.stringify({...process.resourceUsage(),memoryKib:memoryKib()}))',
  'if(isMainThread)process.on("exit",tell)',
].join(';')}`

it.each(COSTLY_REPORTS)(
  'verify ends soon and with little memory for %s',
  (_name, make, words) => {
    const file = join(dir, 'hostile.pdf')
    writeFileSync(file, make())
    const args = ['--no-warnings', '--import', TELL_USAGE, verifyFile, file]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, expect.stringContaining(words)])
    expect(stdout.trim().split('\n').at(-1)).toMatch(
      /^Do not rely on this file: .* failed\. Nothing is proven\.$/,
    )
    const usage = JSON.parse(stderr.split('usage ').at(1) ?? '{}')
    expect(usage.memoryKib).toBeLessThan(MEMORY_KIB_MAX)
    expect((usage.userCPUTime + usage.systemCPUTime) / 1000).toBeLessThan(CPU_MS_MAX)
  },
  120_000,
)
