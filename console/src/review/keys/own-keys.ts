import { useMemo, useState } from 'react'
import { type Key, shownKey } from './keys.ts'

/** What can be done with a letter, and the letter it has unless a person chose another. */
export const LETTER_KEYS = {
  next_damage: 'j',
  previous_damage: 'k',
  confirm: 'a',
  confirm_picture: 'Shift+a',
  reject: 'x',
  restore: 'Shift+x',
  type: 't',
  part: 'p',
  cost: 'c',
  operation: 'o',
  draw: 'd',
  draw_many: 'Shift+d',
  box: 'r',
  edit: 'e',
  grid: 'g',
  zoom_damage: 'z',
  hide: 'h',
} as const
export type LetterCommand = keyof typeof LETTER_KEYS
export type OwnKeys = Partial<Record<LetterCommand, string>>

// The keys of the table are the commands; Object.keys does not say so.
export const LETTER_COMMANDS = Object.keys(LETTER_KEYS) as LetterCommand[]

/** Letters that stay as they are: one is held down, the other has a second key beside it. */
const FIXED = ['b', 'f']
const STORE = 'walkaround.own-keys'

export const keyOf = (own: OwnKeys, command: LetterCommand): string => own[command] ?? LETTER_KEYS[command]

/** What already has this key: a command, or something whose key cannot be changed. */
export function takenBy(own: OwnKeys, key: string): LetterCommand | 'fixed' | null {
  if (FIXED.includes(key)) return 'fixed'
  return LETTER_COMMANDS.find((command) => keyOf(own, command) === key) ?? null
}

/** A letter, alone or with Shift. Digits are severities, and signs move with the keyboard's language. */
export const canBeChosen = (key: string): boolean => /^((Shift\+)?[a-z]|\p{Ll})$/u.test(key)

export function readOwnKeys(): OwnKeys {
  const own: OwnKeys = {}
  try {
    const saved: Record<string, unknown> = JSON.parse(localStorage.getItem(STORE) ?? '{}')
    for (const command of LETTER_COMMANDS) {
      const key = saved[command]
      if (typeof key === 'string' && canBeChosen(key) && takenBy(own, key) !== 'fixed') own[command] = key
    }
  } catch {
    // Whatever somebody wrote there, the screen has its usual keys.
  }
  return own
}

export function saveOwnKeys(own: OwnKeys): void {
  localStorage.setItem(STORE, JSON.stringify(own))
}

/** The keys of the screen as this person wants them. */
export function useOwnKeys(keys: Key[]): Key[] {
  const [own] = useState(readOwnKeys)
  return useMemo(() => {
    const chosen: Record<string, string | undefined> = own
    return keys.map((key) => {
      const letter = chosen[key.name]
      return letter ? { ...key, keys: [letter] } : key
    })
  }, [keys, own])
}

/** The letters by the names of their commands, as a hint shows them. */
export function useLetters(): Record<string, string> {
  const [own] = useState(readOwnKeys)
  return Object.fromEntries(LETTER_COMMANDS.map((command) => [command, shownKey(keyOf(own, command))]))
}
