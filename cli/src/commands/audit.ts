import { readFile } from 'node:fs/promises'
import {
  type AuditCheckpoint,
  type AuditEntry,
  listAuditCheckpoints,
  listAuditEntries,
} from '@walkaround/sdk'
import type { Receipt } from '../audit/read-receipt.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import type { Command, Run } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { numberOf, printNext, timeOf } from '../values.ts'

const PAGE = 1_000

const list: Command = {
  name: 'audit list',
  summary: 'List who asked for what, newest first',
  options: {
    inspection: { value: 'ID', means: 'only about this inspection' },
    subject: { value: 'SUBJECT', means: 'only what this subject asked for' },
    operation: { value: 'NAME', means: 'only this operation, such as getInspection' },
    limit: { value: 'N', means: 'number of results; default 20' },
    after: { value: 'ID', means: 'show results after this ID' },
  },
  run: async ({ client, text, terminal, isJson, signal }) => {
    const [inspectionId, subject, operation, after] = [
      text('inspection'),
      text('subject'),
      text('operation'),
      text('after'),
    ]
    const query = {
      limit: numberOf('limit', text('limit')) ?? 20,
      ...(inspectionId ? { inspectionId } : {}),
      ...(subject ? { subject } : {}),
      ...(operation ? { operation } : {}),
      ...(after ? { after } : {}),
    }
    const page = await listAuditEntries(client(), query, { signal })
    if (isJson) return void terminal.json(page)
    terminal.table(
      ['entry', 'time', 'subject', 'operation', 'status', 'inspection'],
      page.result
        .flatMap((id) => page.entities.auditEntries?.[id] ?? [])
        .map(({ id, createdAt, subject, operation, status, inspectionId }) => [
          id,
          timeOf(createdAt),
          subject,
          operation,
          status,
          inspectionId,
        ]),
    )
    printNext(terminal, page)
    return undefined
  },
}

const exportAll: Command = {
  name: 'audit export',
  summary: 'Print the whole audit, one entry a line, oldest first',
  options: { checkpoints: { means: 'print the signed checkpoints instead, to keep them outside' } },
  run: async (run) => {
    const { flag, terminal } = run
    if (flag('checkpoints')) for await (const { jws } of checkpointsOf(run)) jws && terminal.print(jws)
    else for await (const entry of entriesOf(run)) terminal.print(JSON.stringify(entry))
    return undefined
  },
}

const verify: Command = {
  name: 'audit verify',
  summary: 'Check that nothing in the audit was changed, removed or put elsewhere',
  options: {
    file: { value: 'FILE', means: 'check what `audit export` printed; no service is asked' },
    kept: { value: 'FILE', means: 'checkpoints that were kept outside, one a line' },
  },
  run: async (run) => {
    const { text, terminal, isJson } = run
    const [file, kept] = [text('file'), text('kept')]
    const others = kept ? await linesOf(kept) : []
    const result = file
      ? await verifyAudit((await linesOf(file)).map(readEntry), null, others)
      : // The checkpoints first: every entry that one names is there when the entries are read.
        await verifyAudit(entriesOf(run), await listCheckpoints(run), others)
    if (isJson) terminal.json(result)
    else {
      for (const fault of result.faults) terminal.print(fault)
      if (result.receipt) terminal.print(tellOf(result.receipt))
      for (const signer of result.signers) terminal.print(`Signed by ${signer}`)
      terminal.print(
        result.faults.length === 0
          ? `${result.entryCount} entries and ${result.checkpointCount} checkpoints agree: nothing ${result.receipt ? 'else ' : ''}was changed, removed or put elsewhere.`
          : `The audit is not what it was: ${result.faults.length} fault(s) in ${result.entryCount} entries.`,
      )
    }
    return result.faults.length === 0 ? undefined : EXIT.failed.code
  },
}

const tellOf = ({ sequence, created_at, days, rule_by }: Receipt) =>
  `Entries 1 to ${sequence} were removed on ${timeOf(created_at)} by a retention rule: ${days} days, set by ${rule_by}.`

const OLDEST_FIRST = { limit: PAGE, paginationOrder: 'asc' } as const

const entriesOf = ({ client, signal }: Run) => listAuditEntries(client(), OLDEST_FIRST, { signal })

const checkpointsOf = ({ client, signal }: Run) => listAuditCheckpoints(client(), OLDEST_FIRST, { signal })

async function listCheckpoints(run: Run): Promise<AuditCheckpoint[]> {
  const checkpoints: AuditCheckpoint[] = []
  for await (const checkpoint of checkpointsOf(run)) checkpoints.push(checkpoint)
  return checkpoints
}

const linesOf = async (file: string) =>
  (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')

// What is no entry has no hash that fits.
const readEntry = (line: string) => JSON.parse(line) as AuditEntry

export const AUDIT: readonly Command[] = [list, exportAll, verify]
