import {
  createComparison,
  createComparisonReport,
  waitForComparison,
  waitForComparisonReport,
} from '@walkaround/sdk'
import type { Command } from '../command.ts'
import { LOOK, saveReport, wishOf } from './reports.ts'

const VERDICTS = ['new', 'worsened', 'uncertain', 'not_comparable', 'repaired', 'unchanged'] as const

export const COMPARE: Command = {
  name: 'compare',
  summary: 'Compare two inspections of a vehicle and wait for the verdicts',
  args: ['EARLIER', 'LATER'],
  options: { pdf: { value: 'FILE', means: 'create its report and save the PDF to this file' }, ...LOOK },
  run: async ({ client, arg, text, terminal, isJson, signal }) => {
    const service = client()
    const pair = { earlierInspectionId: arg(0), laterInspectionId: arg(1) }
    const { result: id } = await createComparison(service, pair, { signal })
    const answer = await waitForComparison(service, id, { signal })
    const file = text('pdf')
    if (file) {
      await createComparisonReport(service, id, wishOf({ text }), { signal })
      await saveReport(service, await waitForComparisonReport(service, id, { signal }), file, signal)
    }
    if (isJson) return void terminal.json(answer)
    const { entities, result } = answer
    const comparison = entities.comparisons?.[result]
    const places = (comparison?.places ?? []).flatMap((id) => entities.comparisonPlaces?.[id] ?? [])
    const rows = VERDICTS.flatMap((verdict) =>
      places
        .filter((place) => place.verdict === verdict)
        .map(({ number, partType, damageType, certainty, reasons = [], decision }) => [
          verdict,
          number,
          partType,
          damageType,
          certainty,
          reasons.map(({ reason }) => reason).join(', '),
          decision ? decision.decidedBy : 'open',
        ]),
    )
    terminal.table(['verdict', 'place', 'part', 'damage', 'certainty', 'reasons', 'decided by'], rows)
    const signals = new Set((comparison?.signals ?? []).map(({ signal }) => signal))
    if (signals.size > 0) terminal.note(`Check these signals: ${[...signals].join(', ')}`)
    terminal.note(`Comparison ${result}`)
    if (file) terminal.note(`Saved ${file}`)
    return undefined
  },
}
