import { type ChildProcess, fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import type { Logo } from '../../../core/platform/report-look.ts'
import type { PrintedContent } from '../printed-content.ts'
import { layoutCommand } from './layout-command.ts'

export type LayoutJob = {
  content: PrintedContent
  /** The images whose bytes are there. */
  pictures: ReadonlySet<string>
  twin: Uint8Array
  logo: Logo | null
  /** A folder with other templates. */
  template?: string
}

/** `cpuMs` is what the child has used since it started, `residentBytes` what it holds now. */
export type LayoutReply = ({ pages: Uint8Array } | { fault: string }) & {
  cpuMs: number
  residentBytes: number
}

/** It would take as long the next time: the report is too large, or its layout runs away. */
export class LayoutTooLong extends Error {
  override name = 'LayoutTooLong'
}

export type LayoutChild = {
  readonly process: ChildProcess
  /** Why it is gone, once it is. */
  readonly lost: Promise<Error>
  reports: number
  cpuMs: number
  residentBytes: number
}

/** Less than a job of the queue may take, and many times the processor time: a machine with other work gives a child a small share only. */
const WALL_MS_MAX = 240_000

/** A child whose first report has so much processor time. Nobody watches a report being made: other work goes first. */
export function startLayoutChild(cpuMsMax: number): LayoutChild {
  const { modulePath, execPath, execArgv } = layoutCommand(cpuMsMax)
  const process = fork(modulePath, {
    execPath,
    execArgv,
    env: {},
    cwd: '/',
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const lost = Promise.withResolvers<Error>()
  let stderr = ''
  process.stderr?.on('data', (data) => {
    stderr = (stderr + data).slice(0, 2_000)
  })
  process.on('error', lost.resolve)
  process.on('close', (code, signal) => lost.resolve(lossOf({ code, signal, stderr })))
  // At once, while it has a single thread: on Linux a priority belongs to a thread, and later ones inherit it.
  if (process.pid !== undefined) setPriority(process.pid, lowerThan(getPriority()))
  return { process, lost: lost.promise, reports: 0, cpuMs: 0, residentBytes: 0 }
}

const lowerThan = (priority: number) =>
  Math.min(priority + constants.priority.PRIORITY_BELOW_NORMAL, constants.priority.PRIORITY_LOW)

function lossOf(ending: { code: number | null; signal: string | null; stderr: string }): Error {
  if (ending.signal === 'SIGXCPU') return new LayoutTooLong('more processor time than a report may use')
  return new Error(`the child that lays out the report ended without it: ${JSON.stringify(ending)}`)
}

/**
 * Lays out a report in a child, which has the processor time it was allowed. The caller kills the child where this throws.
 * A child that ends for another reason, or gets no processor, fails the attempt and not the report.
 */
export async function layOut(child: LayoutChild, job: LayoutJob): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  void child.lost.then(reject)
  const receive = (reply: LayoutReply) => {
    child.reports += 1
    child.cpuMs = reply.cpuMs
    child.residentBytes = reply.residentBytes
    if ('pages' in reply) resolve(reply.pages)
    else reject(new Error(`the report was not laid out: ${reply.fault}`))
  }
  child.process.once('message', receive)
  const isLate = () => reject(new Error(`the report was not laid out within ${WALL_MS_MAX} ms`))
  const timer = setTimeout(isLate, WALL_MS_MAX)
  // One for which no descriptors were left has no channel; the reason is told by its loss.
  if (child.process.connected) child.process.send(job, (error) => error && reject(error))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.process.off('message', receive)
  }
}
