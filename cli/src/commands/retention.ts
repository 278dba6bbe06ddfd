import {
  type GetRetentionBeside,
  getRetention,
  holdInspection,
  listHolds,
  type PreviewRetentionBeside,
  previewRetention,
  releaseInspection,
  type UpdateRetentionBody,
  updateRetention,
} from '@walkaround/sdk'
import type { Command, Option, Run } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import type { Cell, Terminal } from '../terminal.ts'
import { numberOf, printNext, timeOf } from '../values.ts'

type Rule = keyof UpdateRetentionBody
type Days = Partial<Record<Rule, number | null>>
type Kind = Exclude<keyof PreviewRetentionBeside, 'objectType'>

const RULES: { rule: Rule; option: string; kind: Kind; means: string }[] = [
  {
    rule: 'inspectionsDays',
    option: 'inspections',
    kind: 'inspections',
    means: 'inspections, from their creation',
  },
  {
    rule: 'deletedInspectionsDays',
    option: 'deleted-inspections',
    kind: 'deletedInspections',
    means: 'deleted inspections, from their deletion',
  },
  {
    rule: 'validatedInspectionsDays',
    option: 'validated-inspections',
    kind: 'validatedInspections',
    means: 'validated inspections, from their validation',
  },
  {
    rule: 'originalsDays',
    option: 'originals',
    kind: 'originals',
    means: 'original files, from their upload',
  },
  { rule: 'reportsDays', option: 'reports', kind: 'reports', means: 'PDFs of reports, from their creation' },
  { rule: 'auditDays', option: 'audit', kind: 'audit', means: 'entries of the audit, from their recording' },
]

const ruleOptions = (value: string): Record<string, Option> =>
  Object.fromEntries(RULES.map(({ option, means }) => [option, { value, means: `days to keep ${means}` }]))

const show: Command = {
  name: 'retention',
  summary: 'Show how long your organization keeps what, and what is due',
  run: async ({ client, terminal, isJson, signal }) => {
    const rules = await getRetention(client(), { signal })
    if (isJson) return void terminal.json(rules)
    printRules(terminal, rules, await previewRetention(client(), {}, { signal }))
    if (rules.updatedAt) terminal.note(`Set by ${rules.updatedBy}, ${timeOf(rules.updatedAt)}.`)
    return undefined
  },
}

const preview: Command = {
  name: 'retention preview',
  summary: 'Show what rules would erase, and change nothing',
  options: ruleOptions('DAYS'),
  run: async (run) => {
    const { client, terminal, isJson, signal } = run
    // A rule that keeps takes nothing, which needs no preview.
    const days = Object.fromEntries(Object.entries(daysOf(run)).filter(([, given]) => given !== null))
    const due = await previewRetention(client(), days, { signal })
    if (isJson) return void terminal.json(due)
    printRules(terminal, { ...(await getRetention(client(), { signal })), ...days }, due)
    return undefined
  },
}

const set: Command = {
  name: 'retention set',
  summary: 'Set how long your organization keeps what',
  options: {
    ...ruleOptions('DAYS|keep'),
    yes: { means: 'confirm what is erased at once; this cannot be undone' },
  },
  run: async (run) => {
    const { client, flag, terminal, isJson, signal } = run
    const days = daysOf(run)
    if (Object.keys(days).length === 0)
      throw new Failure(
        'usage',
        'No rule given.',
        'Example: walkaround retention set --deleted-inspections 30',
      )
    if (!flag('yes')) await requireNothingDue(run, days)
    const rules = await updateRetention(client(), days, { signal })
    if (isJson) return void terminal.json(rules)
    printRules(terminal, rules, await previewRetention(client(), {}, { signal }))
    return undefined
  },
}

/** Only what the given rules would take: the others are in force already. */
async function requireNothingDue({ client, signal }: Run, days: Days): Promise<void> {
  const given = RULES.filter(({ rule }) => days[rule])
  const asked = Object.fromEntries(given.map(({ rule }) => [rule, days[rule]]))
  const due = await previewRetention(client(), asked, { signal })
  const taken = given.flatMap(({ kind, means }) => {
    const { dueCount = 0, isCountedWhole } = due[kind] ?? {}
    return dueCount > 0 ? [`${isCountedWhole ? '' : 'more than '}${dueCount} ${means.split(',')[0]}`] : []
  })
  if (taken.length > 0)
    throw new Failure(
      'usage',
      `Nothing was changed. These rules would erase ${taken.join(', ')} within minutes.`,
      'This cannot be undone. If you are sure, add --yes.',
    )
}

function daysOf({ text }: Run): Days {
  const days: Days = {}
  for (const { rule, option } of RULES) {
    const given = text(option)
    if (given === undefined) continue
    days[rule] = given === 'keep' ? null : (numberOf(option, given) ?? null)
  }
  return days
}

function printRules(
  terminal: Terminal,
  rules: Pick<GetRetentionBeside, Rule>,
  due: PreviewRetentionBeside,
): void {
  const rows = RULES.map(({ rule, kind, means }): Cell[] => {
    const { dueCount, isCountedWhole, heldCount, nextDueAt } = due[kind] ?? {}
    const count = isCountedWhole === false ? `> ${dueCount}` : dueCount
    return [means, rules[rule] ?? 'kept', count, heldCount, timeOf(nextDueAt)]
  })
  terminal.table(['what', 'days', 'due now', 'on hold', 'next'], rows)
}

const holds: Command = {
  name: 'holds',
  summary: 'List the inspections on hold',
  options: {
    limit: { value: 'N', means: 'number of results; default 20' },
    after: { value: 'ID', means: 'show results after this ID' },
  },
  run: async ({ client, text, terminal, isJson, signal }) => {
    const after = text('after')
    const query = { limit: numberOf('limit', text('limit')) ?? 20, ...(after ? { after } : {}) }
    const page = await listHolds(client(), query, { signal })
    if (isJson) return void terminal.json(page)
    terminal.table(
      ['inspection', 'since', 'by', 'why'],
      page.result
        .flatMap((id) => page.entities.holds?.[id] ?? [])
        .map(({ id, createdAt, createdBy, reason }) => [id, timeOf(createdAt), createdBy, reason]),
    )
    printNext(terminal, page)
    return undefined
  },
}

const hold: Command = {
  name: 'hold',
  summary: 'Hold an inspection: no rule and no request erases it',
  args: ['INSPECTION_ID'],
  options: { reason: { value: 'TEXT', means: 'why it must stay' } },
  run: async ({ client, arg, text, terminal, isJson, signal }) => {
    const reason = text('reason')
    if (!reason) throw new Failure('usage', 'Give a reason with --reason.')
    const held = await holdInspection(client(), arg(0), { reason }, { signal })
    if (isJson) return void terminal.json(held)
    terminal.print(`${arg(0)} is on hold.`)
    return undefined
  },
}

const release: Command = {
  name: 'release',
  summary: 'Release an inspection from its hold',
  args: ['INSPECTION_ID'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const released = await releaseInspection(client(), arg(0), { signal })
    if (isJson) return void terminal.json(released)
    terminal.print(`${arg(0)} is not on hold any more.`)
    return undefined
  },
}

export const RETENTION: readonly Command[] = [show, preview, set, holds, hold, release]
