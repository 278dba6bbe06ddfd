import {
  type Correction,
  createDamage,
  type DamageType,
  deleteDamage,
  getInspection,
  type PartType,
  restoreDamage,
  type UpdateDamageBody,
  updateDamage,
} from '@walkaround/sdk'
import type { Command, Run } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import { printDamages } from '../findings.ts'
import { numberOf } from '../values.ts'

const REASON = { value: 'TEXT', means: 'reason, stored in the history of the inspection' } as const
const reasonOf = ({ text }: Run) => {
  const reason = text('reason')
  return reason ? { reason } : {}
}

/** Says what was done and what it does to the sum. */
function tell({ terminal, isJson }: Run, what: string, answer: { result: string } & Correction): undefined {
  if (isJson) return void terminal.json(answer)
  terminal.print(`${what} ${answer.result}`)
  const { before, after, currency } = answer.estimateEffect ?? {}
  if (typeof after === 'number')
    terminal.print(`estimate ${before ?? 0} -> ${after} ${currency ?? ''}`.trimEnd())
  return undefined
}

const list: Command = {
  name: 'damages list',
  summary: 'List the damages of an inspection',
  args: ['INSPECTION'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await getInspection(client(), arg(0), { verbose: 'light' }, { signal })
    if (isJson) {
      const ids = answer.entities.inspections[answer.result]?.damages ?? []
      terminal.json({ entities: answer.entities, result: ids })
    } else printDamages(terminal, answer)
    return undefined
  },
}

const create: Command = {
  name: 'damages create',
  summary: 'Add a damage',
  args: ['INSPECTION', 'DAMAGE_TYPE', 'PART_TYPE'],
  options: { reason: REASON },
  run: async (run) => {
    const { client, arg, signal } = run
    // The service knows which types there are, and names them when one is wrong.
    const body = { damageType: arg(1) as DamageType, partType: arg(2) as PartType, ...reasonOf(run) }
    return tell(run, 'created', await createDamage(client(), arg(0), body, { signal }))
  },
}

const update: Command = {
  name: 'damages update',
  summary: 'Correct or confirm a damage',
  args: ['INSPECTION', 'DAMAGE'],
  options: {
    type: { value: 'DAMAGE_TYPE', means: 'damage type' },
    part: { value: 'PART_TYPE', means: 'part of the vehicle' },
    size: { value: 'CM', means: 'measured length of the longest side, in cm' },
    confirm: { means: 'confirm the damage' },
    reason: REASON,
  },
  run: async (run) => {
    const { client, arg, text, flag, signal } = run
    const [type, part, size] = [text('type'), text('part'), numberOf('size', text('size'))]
    const body: UpdateDamageBody = {
      // The service knows which types there are, and names them when one is wrong.
      ...(type ? { damageType: type as DamageType } : {}),
      ...(part ? { partType: part as PartType } : {}),
      ...(size === undefined ? {} : { damageSizeCm: size }),
      ...(flag('confirm') ? { isConfirmed: true } : {}),
    }
    if (Object.keys(body).length === 0)
      throw new Failure('usage', 'Nothing to change.', 'Use --type, --part, --size or --confirm.')
    return tell(
      run,
      'updated',
      await updateDamage(client(), arg(0), arg(1), { ...body, ...reasonOf(run) }, { signal }),
    )
  },
}

const remove: Command = {
  name: 'damages delete',
  summary: 'Delete a damage; undo with `damages restore`',
  args: ['INSPECTION', 'DAMAGE'],
  options: { reason: REASON },
  run: async (run) => {
    const { client, arg, signal } = run
    return tell(run, 'deleted', await deleteDamage(client(), arg(0), arg(1), reasonOf(run), { signal }))
  },
}

const restore: Command = {
  name: 'damages restore',
  summary: 'Restore a deleted damage',
  args: ['INSPECTION', 'DAMAGE'],
  options: { reason: REASON },
  run: async (run) => {
    const { client, arg, signal } = run
    return tell(run, 'restored', await restoreDamage(client(), arg(0), arg(1), reasonOf(run), { signal }))
  },
}

export const DAMAGES: readonly Command[] = [list, create, update, remove, restore]
