import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileSource } from '../object-source.ts'
import { findPrlimit } from '../pictures/decoder-command.ts'

const MIB = 1024 * 1024
// V8 maps 510 MiB writable for machine code it never writes, and the kernel counts all of it.
const DATA_BYTES_MAX = (512 + 512) * MIB
const LENGTH_BYTES = 8
const ANSWER_CHARACTERS_MAX = 2_000

/** `cpuMs` is what the child has used since it started, `residentBytes` what it holds now. */
type Answer = { found: string[]; cpuMs: number; residentBytes: number }

export type PdfChild = {
  readonly process: ChildProcess
  /** The organization whose files it has seen. */
  readonly orgId: string
  /** Why it is gone, once it is. */
  readonly lost: Promise<Error>
  files: number
  cpuMs: number
  residentBytes: number
  /** Takes what it says; nobody waits for anything otherwise. */
  hear: ((text: string) => void) | null
}

/** It would take as much the next time. */
export class PdfTooLong extends Error {
  override name = 'PdfTooLong'
}

/** The machine is busy with other work: nothing is known about the file. */
class PdfLate extends Error {
  readonly code = 'EAGAIN'
}

/** A child that may use so much processor time for its first file and for its whole life, read nothing and write nothing. */
export function startPdfChild(orgId: string, cpuMsMax: number, lifeCpuMsMax: number): PdfChild {
  const limits = [
    `--cpu=${Math.ceil(cpuMsMax / 1000)}:${Math.ceil((lifeCpuMsMax + cpuMsMax) / 1000)}`,
    `--data=${DATA_BYTES_MAX}`,
    '--fsize=0',
    '--nofile=64',
    '--core=0',
    '--',
  ]
  const node = [process.execPath, '--permission', `--allow-fs-read=${import.meta.dirname}/`]
  const program = join(import.meta.dirname, 'active-content-child.ts')
  const child = spawn(
    findPrlimit(),
    [...limits, ...node, '--max-old-space-size=256', '--no-warnings', program],
    { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const lost = Promise.withResolvers<Error>()
  child.on('error', lost.resolve)
  child.on('close', (code, signal) => lost.resolve(lossOf(code, signal)))
  // A child that cannot be written to is dead or dying, and its end is told by its loss.
  child.stdin?.on('error', () => {})
  const started: PdfChild = {
    process: child,
    orgId,
    lost: lost.promise,
    files: 0,
    cpuMs: 0,
    residentBytes: 0,
    hear: null,
  }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    // One that speaks without being asked is not the program that was started any more.
    if (started.hear) started.hear(text)
    else child.kill('SIGKILL')
  })
  return started
}

function lossOf(code: number | null, signal: string | null): Error {
  if (signal === 'SIGXCPU') return new PdfTooLong('more processor time than a PDF may use')
  return new Error(`the child that looks at a PDF ended without an answer (${code ?? signal})`)
}

/** The names of what is active in the file. The caller kills the child where this throws. */
export async function askPdfChild(child: PdfChild, file: string, wallMsMax: number): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  void child.lost.then(reject)
  let heard = ''
  child.hear = (text) => {
    heard += text
    if (heard.length > ANSWER_CHARACTERS_MAX) reject(new Error('the child answered too much'))
    if (!heard.endsWith('\n')) return
    try {
      resolve(readAnswer(heard))
    } catch (error) {
      reject(error)
    }
  }
  const timer = setTimeout(() => reject(new PdfLate(`no answer within ${wallMsMax} ms`)), wallMsMax)
  try {
    const [{ found, cpuMs, residentBytes }] = await Promise.all([promise, sendFile(child, file)])
    Object.assign(child, { files: child.files + 1, cpuMs, residentBytes })
    return found
  } finally {
    clearTimeout(timer)
    child.hear = null
  }
}

async function sendFile({ process, lost }: PdfChild, file: string): Promise<void> {
  const { stdin } = process
  // One for which no descriptors were left has no pipes; the reason is told by its loss.
  if (!stdin) return
  await using handle = await open(file)
  const { size } = await handle.stat()
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeBigUInt64BE(BigInt(size))
  stdin.write(length)
  for await (const chunk of fileSource(handle, size).chunks()) {
    if (!stdin.writable) return
    if (!stdin.write(chunk)) await Promise.race([once(stdin, 'drain'), lost])
  }
}

function readAnswer(text: string): Answer {
  const { found, cpuMs, residentBytes } = JSON.parse(text)
  if (!Array.isArray(found)) throw new Error('the child answered something else')
  const names = found.filter((name) => typeof name === 'string')
  return { found: names, cpuMs: Number(cpuMs), residentBytes: Number(residentBytes) }
}
