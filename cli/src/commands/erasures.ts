import { readFile } from 'node:fs/promises'
import { type CreateErasureBody, createErasure, listErasures, waitForErasure } from '@walkaround/sdk'
import type { Command, Run } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import { numberOf, oneOf, printNext, timeOf } from '../values.ts'

const REASONS = ['request', 'contract', 'retention', 'mistake', 'restored'] as const

const erase: Command = {
  name: 'erase',
  summary: 'Erase inspections for good and wait for the receipt',
  options: {
    inspection: { value: 'ID', means: 'this inspection' },
    vin: { value: 'VIN', means: 'all inspections with this VIN' },
    plate: { value: 'PLATE', means: 'all inspections with this plate' },
    link: { value: 'ID', means: 'all inspections made with this capture link' },
    replay: { value: 'FILE', means: 'what the receipts in this file name and a backup brought back' },
    reason: { value: 'REASON', means: `${REASONS.join(', ')}; default request, with --replay restored` },
    yes: { means: 'confirm; this cannot be undone' },
  },
  run: async (run) => {
    const { client, flag, terminal, isJson, signal } = run
    const body = await bodyOf(run)
    if (!flag('yes'))
      throw new Failure('usage', 'Nothing was erased.', 'This cannot be undone. If you are sure, add --yes.')
    const { result: id } = await createErasure(client(), body, { signal })
    const answer = await waitForErasure(client(), id, { signal })
    if (isJson) return void terminal.json(answer)
    const { erasedInspectionCount, receipt } = answer.entities.erasures?.[id] ?? {}
    if (receipt) terminal.print(receipt.jws ?? JSON.stringify(receipt.content))
    terminal.note(
      `Erased ${erasedInspectionCount} inspection(s) and ${receipt?.content.objects} picture(s) and report(s). Keep the receipt outside the service.`,
    )
    return undefined
  },
}

async function bodyOf({ text }: Run): Promise<CreateErasureBody> {
  const [inspectionId, vin, plate, captureLinkId, file] = [
    text('inspection'),
    text('vin'),
    text('plate'),
    text('link'),
    text('replay'),
  ]
  const reason = oneOf('reason', text('reason'), REASONS) ?? (file ? 'restored' : 'request')
  const given = [inspectionId, vin, plate, captureLinkId, file].filter((value) => value !== undefined)
  if (given.length !== 1)
    throw new Failure('usage', 'Give exactly one of --inspection, --vin, --plate, --link and --replay.')
  return {
    reason,
    ...(inspectionId ? { inspectionId } : {}),
    ...(vin ? { vin } : {}),
    ...(plate ? { plate } : {}),
    ...(captureLinkId ? { captureLinkId } : {}),
    ...(file ? { inspectionDigests: readReceipts(file, await readFile(file, 'utf8')) } : {}),
  }
}

/** One receipt a line, signed or plain. The signature is for `pnpm verify`: whoever may erase needs none. */
function readReceipts(file: string, lines: string): string[] {
  const digests = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line, at) => {
      try {
        const text = line.startsWith('{')
          ? line
          : Buffer.from(line.split('.')[1] ?? '', 'base64url').toString()
        const { inspections } = JSON.parse(text)
        if (Array.isArray(inspections)) return inspections.map(String)
      } catch {
        // Said below.
      }
      throw new Failure('usage', `Line ${at + 1} of ${file} is no receipt.`)
    })
  return [...new Set(digests)]
}

const list: Command = {
  name: 'erasures',
  summary: 'List erasures, newest first',
  options: {
    limit: { value: 'N', means: 'number of results; default 20' },
    after: { value: 'ID', means: 'show results after this ID' },
    receipts: { means: 'print the receipts alone, one a line, to keep them outside' },
  },
  run: async ({ client, text, flag, terminal, isJson, signal }) => {
    const after = text('after')
    const query = { limit: numberOf('limit', text('limit')) ?? 20, ...(after ? { after } : {}) }
    const page = await listErasures(client(), query, { signal })
    if (isJson) return void terminal.json(page)
    const erasures = page.result.flatMap((id) => page.entities.erasures?.[id] ?? [])
    if (flag('receipts'))
      for (const { receipt } of erasures.filter(({ receipt }) => receipt))
        terminal.print(receipt?.jws ?? JSON.stringify(receipt?.content))
    else
      terminal.table(
        ['erasure', 'asked', 'by', 'why', 'status', 'inspections'],
        erasures.map(({ id, createdAt, createdBy, reason, status, inspectionCount }) => [
          id,
          timeOf(createdAt),
          createdBy,
          reason,
          status,
          inspectionCount,
        ]),
      )
    printNext(terminal, page)
    return undefined
  },
}

export const ERASURES: readonly Command[] = [erase, list]
