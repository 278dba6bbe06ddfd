import { fork } from 'node:child_process'
import type { Logo } from '../../platform/report-look.ts'
import type { ReportContent } from '../report-content.ts'
import { layoutCommand } from './layout-command.ts'

export type LayoutJob = {
  content: ReportContent
  /** The images whose bytes are there. */
  pictures: ReadonlySet<string>
  twin: Uint8Array
  logo: Logo | null
  /** A folder with another report.typ. */
  template?: string
}

export type LayoutReply = { pages: Uint8Array } | { fault: string }

/** It would take as long the next time: the report is too large, or its layout runs away. */
export class LayoutTooLong extends Error {
  override name = 'LayoutTooLong'
}

/** A machine with other work gives a child a share of a processor only. */
const WALL_SHARE = 4
/** Less than a job of the queue may take. */
const WALL_MS_MAX = 240_000

/**
 * Lays out a report in a child, which has so much processor time and four times as much of any time. It is killed where
 * it takes more. A child that ends for another reason fails the attempt, not the report.
 */
export async function layOut(job: LayoutJob, cpuMsMax: number): Promise<Uint8Array> {
  const { modulePath, execPath, execArgv } = layoutCommand(cpuMsMax)
  const child = fork(modulePath, {
    execPath,
    execArgv,
    env: {},
    cwd: '/',
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  let stderr = ''
  child.stderr?.on('data', (data) => {
    stderr = (stderr + data).slice(0, 2_000)
  })
  child.on('message', (reply: LayoutReply) => {
    if ('pages' in reply) resolve(reply.pages)
    else reject(new Error(`the report was not laid out: ${reply.fault}`))
  })
  child.on('error', reject)
  child.on('close', (code, signal) => {
    if (signal === 'SIGXCPU') reject(new LayoutTooLong(`more than ${cpuMsMax} ms of processor time`))
    reject(
      new Error(
        `the child that lays out the report ended without it: ${JSON.stringify({ code, signal, stderr })}`,
      ),
    )
  })
  const wallMs = Math.min(WALL_SHARE * cpuMsMax, WALL_MS_MAX)
  const timer = setTimeout(() => reject(new LayoutTooLong(`more than ${wallMs} ms`)), wallMs)
  // One for which no descriptors were left has no channel; its error is told by the event.
  if (child.connected) child.send(job, (error) => error && reject(error))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    // Its memory is free before the pictures are put in.
    child.kill('SIGKILL')
  }
}
