import { writeFileSync } from 'node:fs'
import {
  type Answered,
  type Client,
  createReport,
  getReport,
  getReportFile,
  verifyReport,
  waitForReport,
} from '@walkaround/sdk'
import type { Command, Run } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import { timeOf } from '../values.ts'

const FILE = { value: 'FILE', short: 'o', means: 'file to save the PDF to' } as const

/** Saves the PDF of a report that is done. */
export async function saveReport(
  client: Client,
  { entities, result }: Answered<string>,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const { pdfUrl } = entities.reports[result] ?? {}
  if (!pdfUrl) throw new Failure('failed', 'The report has no PDF.')
  const pdf = await getReportFile(client, pdfUrl, { signal })
  writeFileSync(file, new Uint8Array(await pdf.arrayBuffer()))
}

async function tell(run: Run, client: Client, answer: Answered<string>): Promise<undefined> {
  const { terminal, isJson, text, signal } = run
  const file = text('output')
  if (file) await saveReport(client, answer, file, signal)
  if (isJson) return void terminal.json(answer)
  const { id, number, status, createdAt, isSigned, isOutdated, verificationCode } =
    answer.entities.reports[answer.result] ?? {}
  terminal.table(
    ['report', 'number', 'status', 'created', 'signed', 'outdated', 'code'],
    [[id, number, status, timeOf(createdAt), isSigned, isOutdated, verificationCode]],
  )
  if (file) terminal.note(`Saved ${file}`)
  return undefined
}

/** How a report is to look. */
export const LOOK = {
  language: { value: 'CODE', means: 'language, such as en, de or fr' },
  paper: { value: 'SIZE', means: 'paper size, a4 or letter' },
} as const

export function wishOf({ text }: Pick<Run, 'text'>) {
  const language = text('language')
  return {
    ...(language ? { language } : {}),
    ...(text('paper') === 'letter' ? { paper: 'letter' as const } : {}),
  }
}

const create: Command = {
  name: 'reports create',
  summary: 'Create the PDF report of an inspection and wait for it',
  args: ['INSPECTION'],
  options: { output: FILE, ...LOOK },
  run: async (run) => {
    const { client, arg, signal } = run
    const service = client()
    await createReport(service, arg(0), wishOf(run), { signal })
    return tell(run, service, await waitForReport(service, arg(0), { signal }))
  },
}

const get: Command = {
  name: 'reports get',
  summary: 'Show the latest report of an inspection',
  args: ['INSPECTION'],
  options: { output: FILE },
  run: async (run) => {
    const service = run.client()
    return tell(run, service, await getReport(service, run.arg(0), { signal: run.signal }))
  },
}

const verify: Command = {
  name: 'reports verify',
  summary: 'Check a report against the service; needs no token',
  args: ['REPORT'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await verifyReport(client(), arg(0), { signal })
    if (isJson) return void terminal.json(answer)
    const { createdAt, verificationCode, isSigned, isLatest, isOutdated, sha256 } = answer
    terminal.table(
      ['created', 'code', 'signed', 'newest', 'outdated', 'sha256'],
      [[timeOf(createdAt), verificationCode, isSigned, isLatest, isOutdated, sha256]],
    )
    return undefined
  },
}

export const REPORTS: readonly Command[] = [create, get, verify]
