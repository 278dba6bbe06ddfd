import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { pdfOf, reportPdf, streamOf, twinOf } from '../../../test/small-pdf.ts'
import { checkFile } from './check-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'hostile-files-'))
afterAll(() => rmSync(dir, { recursive: true }))

const MIB = 1024 * 1024
/** The heap that the data of the largest genuine report need, and the file. */
const MEMORY_KIB_MAX = 256 * 1024
/** Of computing, not of waiting: other tests run at the same time. */
const CPU_MS_MAX = 10_000
const report = reportPdf(twinOf([Buffer.from('one')]))
const verifyFile = join(import.meta.dirname, '../../verify.ts')
// Not maxRSS of resourceUsage(): the kernel counts into it what the process had that started this one.
const TELL_USAGE = `data:text/javascript,${[
  'import{isMainThread}from"node:worker_threads"',
  'import{readFileSync}from"node:fs"',
  'const memoryKib=()=>Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1])',
  'const tell=()=>process.stderr.write("usage "+JSON.stringify({...process.resourceUsage(),memoryKib:memoryKib()}))',
  'if(isMainThread)process.on("exit",tell)',
].join(';')}`

/** The command as a reader runs it, with the most memory it had and the time it computed. */
function run(bytes: Uint8Array, args: string[] = []) {
  const file = join(dir, 'hostile.pdf')
  writeFileSync(file, bytes)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--import', TELL_USAGE, verifyFile, file, ...args],
    { encoding: 'utf8' },
  )
  const usage = JSON.parse(stderr.split('usage ').at(1) ?? '{}')
  return {
    status,
    stdout,
    memoryKib: usage.memoryKib,
    cpuMs: (usage.userCPUTime + usage.systemCPUTime) / 1000,
  }
}

/** A report whose catalog is this text. */
const withCatalog = (text: string) => pdfOf([`<< /Type /Catalog ${text} >>`])
/** The trailer points with /Prev to the only table there is. */
function circular(): Buffer {
  const pdf = pdfOf(['<< /Type /Catalog >>'], '/Prev 0000000000')
  const at = /startxref\s+(\d+)/.exec(pdf.toString('latin1'))?.[1] ?? ''
  return Buffer.from(pdf.toString('latin1').replace('0000000000 >>', `${at.padStart(10, '0')} >>`), 'latin1')
}

/** Cheap to refuse; checked here without a process. */
const plain: [string, () => Buffer, string][] = [
  ['no bytes', () => Buffer.alloc(0), 'not a PDF'],
  ['random bytes', () => randomBytes(MIB), 'not a PDF'],
  ['a report cut in half', () => report.subarray(0, report.length / 2), 'its end is missing'],
  [
    'a table that is not there',
    () => Buffer.from('%PDF-1.7\nstartxref\n999999999\n%%EOF'),
    'not where the file says',
  ],
  ['tables in a circle', circular, 'in circles'],
  ['a reference to itself', () => pdfOf(['1 0 R']), 'the catalog is missing'],
  ['an encrypted file', () => pdfOf(['<< /Type /Catalog >>'], '/Encrypt 1 0 R'), 'encrypted'],
  ['a stream that is not packed', () => reportPdf(report, streamOf(randomBytes(999))), 'cannot be unpacked'],
  [
    'a stream packed in another way',
    () => reportPdf(report, streamOf(report, '/Filter /LZWDecode')),
    'not known',
  ],
  [
    'a stream longer than the file',
    () => reportPdf(report, Buffer.from('<< /Length 99999999 >>\nstream\nx\nendstream')),
    'cut off',
  ],
  ['one name twice', () => withCatalog('/Names << >> /Names << >>'), 'one name twice'],
  ['attached data that are not JSON', () => reportPdf(randomBytes(999)), 'not JSON'],
  [
    'a twin of another format',
    () => reportPdf(twinOf([], { format: 'walkaround-report/9' })),
    'not of format',
  ],
  ['a twin without pictures', () => reportPdf(twinOf([], { images: null })), 'lists no pictures'],
  ['no twin', () => withCatalog(''), 'no file is attached'],
]

/** Made to exhaust whoever opens them; run as a reader runs the command. */
const costly: [string, () => Buffer, string][] = [
  [
    'a table of very many objects',
    () => Buffer.from('%PDF-1.7\nxref\n0 999999999\nstartxref\n9\n%%EOF'),
    'cannot be read',
  ],
  ['arrays in arrays', () => withCatalog(`/A ${'['.repeat(20 * MIB)}`), 'nested too deeply'],
  ['very many values', () => withCatalog(`/A [${'<<>>'.repeat(9 * MIB)}]`), 'cannot be read'],
  ['a text of 38 MiB', () => withCatalog(`/A (${'x'.repeat(38 * MIB)})`), 'longer than any'],
  ['a file above the limit', () => Buffer.alloc(40 * MIB + 1, '%PDF-1.7\n'), 'larger than'],
  ['a bomb: 64 MiB in 64 KiB', () => reportPdf(report, streamOf(bomb())), 'larger than 12582912 bytes'],
  ['deep JSON', () => reportPdf(Buffer.from('['.repeat(400_000))), 'not JSON'],
  ['very many objects', () => reportPdf(list(MIB, () => '{}')), 'more things than a report can'],
  ['very many arrays', () => reportPdf(list(MIB, () => '[]')), 'more things than a report can'],
  ['many arrays', () => reportPdf(list(499_000, () => '[]')), 'not JSON'],
  ['very many texts', () => reportPdf(list(MIB / 2, (i) => `"${i.toString(36)}"`)), 'not JSON'],
  ['very many names', () => reportPdf(named(MIB / 4)), 'not of format'],
  ['objects of very many kinds', () => reportPdf(list(99_000, (i) => `{"${i.toString(36)}":1}`)), 'not JSON'],
]

const list = (length: number, item: (i: number) => string) =>
  Buffer.from(`[${Array.from({ length }, (_, i) => item(i)).join(',')}]`)
const named = (length: number) =>
  Buffer.from(`{${Array.from({ length }, (_, i) => `"${i.toString(36)}":1`).join(',')}}`)

function bomb(): Buffer {
  return deflateSync(Buffer.alloc(64 * MIB), { level: 9 })
}

describe('verify', () => {
  it.each(plain)('refuses %s', async (_name, make, words) => {
    const { checks } = await checkFile(make(), null)
    const [first, ...more] = checks.filter(({ status }) => status === 'FAILED').map(({ detail }) => detail)
    expect(first).toContain(words)
    expect(more.filter((detail) => detail !== first)).toEqual([])
  })

  it.each(costly)(
    'ends plainly, soon and with little memory for %s',
    (_name, make, words) => {
      const { status, stdout, memoryKib, cpuMs } = run(make())
      expect(stdout).toContain(words)
      expect(stdout.trim().split('\n').at(-1)).toMatch(
        /^Do not rely on this file: .* failed\. Nothing is proven\.$/,
      )
      expect(status).toBe(1)
      expect(memoryKib).toBeLessThan(MEMORY_KIB_MAX)
      expect(cpuMs).toBeLessThan(CPU_MS_MAX)
    },
    120_000,
  )

  it('ends with 0 and prints JSON for a report in order', () => {
    const { status, stdout } = run(report, ['--json'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ is_failed: false, originals: null })
  })

  it('ends with 2 for a command that is not understood, and for a folder that is not there', () => {
    expect(run(report, ['--unknown']).status).toBe(2)
    expect(run(report, ['--originals', join(dir, 'nowhere')]).status).toBe(2)
  }, 120_000)
})
