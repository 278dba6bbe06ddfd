import { useMemo, useState } from 'react'
import type { Key } from '../../review/keys/keys.ts'
import { useOwnKeys } from '../../review/keys/own-keys.ts'
import { useKeys } from '../../review/keys/use-keys.ts'
import { type Finding, isOpen } from '../../review/review-model.ts'
import { areLettersSavedOff } from '../../review/screen-store.ts'
import type { DamageScope } from './damage-context.ts'
import { focusCost, focusRow } from './row-focus.ts'

type Given = {
  shown: readonly Finding[]
  current: Finding | null
  scope: DamageScope
}

/** The same keys as on the picture, for the row that has the focus. */
export function useTableKeys({ shown, current, scope }: Given): void {
  const [areLettersOff] = useState(areLettersSavedOff)
  const keys = useMemo((): Key[] => {
    const step = (by: 1 | -1) => {
      const at = shown.findIndex((one) => one.id === current?.id)
      const next =
        at < 0 ? (by > 0 ? shown[0] : shown.at(-1)) : shown[(at + by + shown.length) % shown.length]
      if (next) focusRow(next.id)
    }
    const move: Key[] = [
      { name: 'next_damage', keys: ['j'], group: 'damages', run: () => step(1) },
      { name: 'previous_damage', keys: ['k'], group: 'damages', run: () => step(-1) },
    ]
    if (!scope.mayWrite) return move
    return [...move, ...editKeys(current, shown, scope)]
  }, [shown, current, scope])
  useKeys(useOwnKeys(keys), areLettersOff)
}

function editKeys(
  current: Finding | null,
  shown: readonly Finding[],
  { edits, ask, chosen, choose }: DamageScope,
): Key[] {
  if (!current) return []
  /** After a decision: on to the next row that nobody has looked at. */
  const goOn = () => {
    const at = shown.indexOf(current)
    const next = [...shown.slice(at + 1), ...shown.slice(0, at)].find(isOpen)
    if (next) focusRow(next.id)
  }
  const decide = (run: (...findings: Finding[]) => void) => () => {
    run(current)
    goOn()
  }
  const key = (name: string, letter: string, run: () => void): Key => ({
    name,
    keys: [letter],
    group: 'damages',
    run,
  })
  return [
    key('confirm', 'a', decide(edits.confirm)),
    key('reject', 'x', decide(edits.reject)),
    key('restore', 'Shift+x', () => edits.restore(current)),
    ...[0, 1, 2, 3].map((level) =>
      key(`level_${level}`, String(level), () => edits.setLevel(current, level)),
    ),
    key('type', 't', () => current.state !== 'rejected' && ask({ what: 'type', of: current })),
    key('part', 'p', () => current.state !== 'rejected' && ask({ what: 'part', of: current })),
    key('cost', 'c', () => focusCost(current.id)),
    key('operation', 'o', () => edits.setOperation(current, current.isReplaced ? 'repair' : 'replace')),
    key('choose', 's', () => choose([current.id], !chosen.has(current.id))),
  ]
}
