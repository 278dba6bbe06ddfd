import { type Answered, type Client, type Estimate, getEstimate, WalkaroundError } from '@walkaround/sdk'
import type { Terminal } from './terminal.ts'
import { moneyOf } from './values.ts'

/** The damages of an inspection, and what their repair costs. */
export async function printFindings(
  terminal: Terminal,
  client: Client,
  inspection: Answered<string>,
  signal: AbortSignal,
): Promise<void> {
  printDamages(terminal, inspection)
  const estimate = await readEstimate(client, inspection.result, signal)
  if (estimate) printEstimate(terminal, estimate)
}

export async function readEstimate(
  client: Client,
  inspectionId: string,
  signal: AbortSignal,
): Promise<Estimate | undefined> {
  try {
    const { entities, result } = await getEstimate(client, inspectionId, { signal })
    return entities.estimates[result]
  } catch (error) {
    // Nobody asked for one, or it is not worked out yet.
    if (error instanceof WalkaroundError && error.code === 'estimate_not_made') return undefined
    throw error
  }
}

export function printDamages(terminal: Terminal, { entities, result }: Answered<string>): void {
  const damages = (entities.inspections[result]?.damages ?? []).flatMap((id) => entities.damages[id] ?? [])
  const present = damages.filter(({ deletedAt, deleted }) => !deletedAt && !deleted)
  if (present.length === 0) {
    terminal.print('No damages.')
    return
  }
  const rows = present.map(
    ({ id, partType, damageType, damageSizeCm, confidence, createdBy, confirmedBy }) => [
      partType,
      damageType,
      typeof damageSizeCm === 'number' ? `${damageSizeCm} cm` : undefined,
      confidence === undefined ? undefined : `${Math.round(confidence * 100)} %`,
      createdBy === 'algo' ? 'model' : createdBy,
      Boolean(confirmedBy),
      id,
    ],
  )
  terminal.table(['part', 'damage', 'size', 'confidence', 'found by', 'confirmed', 'id'], rows)
}

function printEstimate(terminal: Terminal, estimate: Estimate): void {
  const { currency, parts = [], net, tax, total, taxRate = 0 } = estimate
  const row = (
    name: string,
    operation: string,
    sum: { low: number; likely: number; high: number } | undefined,
  ) => [
    name,
    operation,
    moneyOf(sum?.likely, currency),
    `${moneyOf(sum?.low, currency)} to ${moneyOf(sum?.high, currency)}`,
  ]
  terminal.print()
  terminal.table(
    ['estimate', 'operation', 'likely', 'range'],
    [
      ...parts.map((part) => row(part.partType, part.operation, part.net)),
      row('net', '', net),
      row(`tax ${Number((taxRate * 100).toFixed(2))} %`, '', tax),
      row('total', '', total),
    ],
  )
}
