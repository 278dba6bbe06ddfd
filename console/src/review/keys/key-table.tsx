import type { ReactNode } from 'react'
import { type Key, shownKey } from './keys.ts'

/** Four directions are one thing to remember. */
function shownKeys({ keys }: Key<unknown>): string[] {
  const directions = keys.filter((key) => key.includes('Arrow'))
  if (directions.length < 4) return keys.slice(0, 2).map(shownKey)
  const [first = ''] = directions
  return [`${first.startsWith('Shift+') ? 'Shift + ' : ''}← → ↑ ↓`]
}

type Props<Group extends string> = {
  keys: readonly Key<Group>[]
  /** As a reviewer meets them. */
  groups: readonly Group[]
  t: (key: string) => string
  /** Stands after the last group. */
  children?: ReactNode
}

/** Every key of a screen with what it does. */
export function KeyTable<Group extends string>({ keys, groups, t, children }: Props<Group>) {
  return (
    <div className="mt-3 gap-6 sm:columns-2 lg:columns-3">
      {groups.map((group) => (
        <section key={group} className="mb-4 break-inside-avoid">
          <h3 className="mb-1 font-semibold">{t(`key_groups.${group}`)}</h3>
          <dl>
            {keys
              .filter((key) => key.group === group)
              .map((key) => (
                <div
                  key={key.name}
                  className="flex items-baseline justify-between gap-3 border-line border-b py-1"
                >
                  <dt>{t(`keys.${key.name}`)}</dt>
                  <dd className="shrink-0 text-quiet">
                    {shownKeys(key).map((one) => (
                      <kbd key={one} className="ms-1 rounded bg-raised px-1.5 py-0.5 font-sans text-sm">
                        {one}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      {children}
    </div>
  )
}

type SwitchProps = { text: string; areLettersOff: boolean; onSwitch: (areLettersOff: boolean) => void }

/** For those who speak to the computer: single letters would be pressed by accident. */
export function LetterSwitch({ text, areLettersOff, onSwitch }: SwitchProps) {
  return (
    <label className="mt-3 flex items-center gap-2">
      <input
        type="checkbox"
        checked={!areLettersOff}
        onChange={(event) => onSwitch(!event.target.checked)}
        className="size-5 accent-accent"
      />
      {text}
    </label>
  )
}
