import { LANGUAGES, type Language } from '@walkaround/catalog/languages'
import { createObjectionDecision, createObjectionLink, listObjections } from '@walkaround/sdk'
import type { Command } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import { numberOf, oneOf, printNext, timeOf } from '../values.ts'

const DAY_S = 86_400
const DECISIONS = ['upheld', 'partly_upheld', 'rejected'] as const

const link: Command = {
  name: 'objections link',
  summary: 'Create a link and a code with which a person sees the evidence and objects',
  args: ['[INSPECTION]'],
  options: {
    comparison: { value: 'ID', means: 'object to this comparison instead of an inspection' },
    language: { value: 'CODE', means: `language of the page: ${LANGUAGES.join(', ')}` },
    days: { value: 'N', means: 'validity; default 90' },
  },
  run: async ({ client, rest, text, terminal, isJson, signal }) => {
    const [inspectionId] = rest(0)
    const [comparisonId, days] = [text('comparison'), numberOf('days', text('days'))]
    const language = oneOf<Language>('language', text('language'), LANGUAGES)
    const body = {
      ...(inspectionId ? { inspectionId } : {}),
      ...(comparisonId ? { comparisonId } : {}),
      ...(language ? { language } : {}),
      ...(days ? { expiresInS: Math.round(days * DAY_S) } : {}),
    }
    const answer = await createObjectionLink(client(), body, { signal })
    if (isJson) return void terminal.json(answer)
    const { url, accessCode, expiresAt } = answer.entities.objectionLinks?.[answer.result] ?? {}
    terminal.print(`${url}\n${accessCode}`)
    terminal.note(`Valid until ${timeOf(expiresAt)}. The code is not shown again.`)
    return undefined
  },
}

const list: Command = {
  name: 'objections',
  summary: 'List objections, newest first',
  options: {
    overdue: { means: 'only those whose promised answer is late' },
    open: { means: 'only those that nobody has decided' },
    limit: { value: 'N', means: 'number of results; default 20' },
    after: { value: 'ID', means: 'show results after this ID' },
  },
  run: async ({ client, text, flag, terminal, isJson, signal }) => {
    const after = text('after')
    const query = {
      limit: numberOf('limit', text('limit')) ?? 20,
      ...(flag('overdue') ? { isOverdue: true } : {}),
      ...(flag('open') ? { status: 'open' as const } : {}),
      ...(after ? { after } : {}),
    }
    const page = await listObjections(client(), query, { signal })
    if (isJson) return void terminal.json(page)
    const objections = page.result.flatMap((id) => page.entities.objections?.[id] ?? [])
    terminal.table(
      ['objection', 'sent', 'about', 'due', 'state', 'text'],
      objections.map(({ id, createdAt, about, dueAt, isOverdue, decision, text }) => [
        id,
        timeOf(createdAt),
        about ?? 'everything',
        timeOf(dueAt),
        decision?.decision ?? (isOverdue ? 'overdue' : 'open'),
        text,
      ]),
    )
    printNext(terminal, page)
    return undefined
  },
}

const decide: Command = {
  name: 'objections decide',
  summary: 'Decide on an objection, as a person',
  args: ['OBJECTION', 'DECISION'],
  options: { reason: { value: 'TEXT', means: 'the person reads it; needed' } },
  run: async ({ client, arg, text, terminal, isJson, signal }) => {
    const decision = oneOf('DECISION', arg(1), DECISIONS)
    const reason = text('reason')
    if (!decision || !reason) throw new Failure('usage', 'Give a decision and its --reason.')
    const answer = await createObjectionDecision(client(), arg(0), { decision, reason }, { signal })
    if (isJson) return void terminal.json(answer)
    terminal.note(`Objection ${answer.result}: ${decision}`)
    return undefined
  },
}

export const OBJECTIONS: readonly Command[] = [list, link, decide]
