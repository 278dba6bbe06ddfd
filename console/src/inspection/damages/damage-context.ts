import { createContext, useContext } from 'react'
import type { Edit, SeverityFields } from '../../review/edits/edit.ts'
import type { InspectionQueue } from '../../review/edits/inspection-edits.ts'
import type { Finding } from '../../review/review-model.ts'

export type Asked =
  /** `severity`: what the damage shall get as soon as its part is known. */
  { what: 'part'; of: Finding; severity?: SeverityFields } | { what: 'type'; of: Finding } | { what: 'new' }

/** What the rows of the table need of the table. */
export type DamageScope = {
  mayWrite: boolean
  currency: string
  chosen: ReadonlySet<string>
  choose: (ids: readonly string[], isChosen: boolean) => void
  ask: (asked: Asked | null) => void
  edits: DamageEdits
}

export const DamageContext = createContext<DamageScope | null>(null)

export function useDamageScope(): DamageScope {
  const scope = useContext(DamageContext)
  if (!scope) throw new Error('A row was drawn outside of its table.')
  return scope
}

export type DamageEdits = ReturnType<typeof damageEditsOf>

/** Each takes many damages, and is one step for undo. What has no effect on a damage leaves it out. */
export function damageEditsOf(queue: Pick<InspectionQueue, 'run' | 'runAll'>, ask: DamageScope['ask']) {
  const runFor = (findings: readonly Finding[], editOf: (finding: Finding) => Edit | null) =>
    queue.runAll(findings.flatMap((finding) => editOf(finding) ?? []))
  const setSeverity = (finding: Finding, fields: SeverityFields) => {
    const { partType, severityId, state } = finding
    if (state === 'rejected') return
    if (partType) queue.run({ kind: 'severity', partType, severityId, fields })
    else ask({ what: 'part', of: finding, severity: fields })
  }
  return {
    confirm: (...findings: Finding[]) =>
      runFor(findings, ({ id, state }) =>
        state === 'proposed' ? { kind: 'damage', damageId: id, isConfirmed: true } : null,
      ),
    withdraw: (...findings: Finding[]) =>
      runFor(findings, ({ id, state }) =>
        state === 'decided' ? { kind: 'damage', damageId: id, isConfirmed: false } : null,
      ),
    reject: (...findings: Finding[]) =>
      runFor(findings, ({ id, state }) => (state === 'rejected' ? null : { kind: 'reject', damageId: id })),
    restore: (...findings: Finding[]) =>
      runFor(findings, ({ id, state }) => (state === 'rejected' ? { kind: 'restore', damageId: id } : null)),
    setLevel: (finding: Finding, level: number) => setSeverity(finding, { level }),
    setCost: (finding: Finding, pricing: number | null) => setSeverity(finding, { pricing }),
    setOperation: (finding: Finding, repairOperation: 'repair' | 'replace') =>
      setSeverity(finding, { repairOperation }),
    setSize: ({ id, state }: Finding, damageSizeCm: number | null) => {
      if (state !== 'rejected') queue.run({ kind: 'damage', damageId: id, damageSizeCm, isConfirmed: true })
    },
  }
}
