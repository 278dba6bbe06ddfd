import type { Grade } from '../../../core/platform/report-look.ts'
import type { ReportContent, ReportDamage } from '../report-content.ts'

/** By the operator's rule. Null without a rule; without a value where something is not known that the rule asks for. */
export function gradeOf(
  rule: readonly Grade[] | null,
  damages: readonly ReportDamage[],
  analysis: ReportContent['analysis'],
): ReportContent['grade'] {
  if (!rule) return null
  const isKnown = analysis === 'done' && damages.every(({ severity }) => severity !== null)
  if (!isKnown) return { value: null }
  const count = (level: number) => damages.filter(({ severity }) => severity?.level === level).length
  const fits = ({ minor, moderate, severe }: Grade) =>
    [minor, moderate, severe].every((most, at) => most === undefined || count(at + 1) <= most)
  return { value: rule.find(fits)?.grade ?? null }
}

/** Whether damages were looked for: what nobody has analyzed is not free of damage. */
export function analysisOf(tasks: readonly { name: string; status: string }[]): ReportContent['analysis'] {
  const detection = tasks.find(({ name }) => name === 'damage_detection')
  if (!detection) return 'not_asked'
  return detection.status === 'DONE' || detection.status === 'VALIDATED' ? 'done' : 'open'
}
