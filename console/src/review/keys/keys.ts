export type ReviewGroup = 'pictures' | 'damages' | 'drawing' | 'view' | 'all'

/** A key of a screen. Its words are `keys.<name>`. */
export type Key<Group = ReviewGroup> = {
  name: string
  /** As the browser names it, with `Ctrl+` and `Shift+` before; Ctrl stands for Cmd too. */
  keys: readonly string[]
  group: Group
  run: (event?: KeyboardEvent) => void
  /** Whether it means something now. */
  isOn?: boolean
  /** Only for those who may correct. */
  isEdit?: boolean
}

const NAMES: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
  Escape: 'Esc',
  Delete: 'Del',
}

export function shownKey(key: string): string {
  const parts = key === '+' ? ['+'] : key.split(/\+(?=.)/)
  return parts.map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' + ')
}

export function pressedKey(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const isLetter = /^[a-z]$/.test(key)
  const hasShift = event.shiftKey && (isLetter || key.length > 1)
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${hasShift ? 'Shift+' : ''}${key}`
}

/** Keys that a person who speaks to the computer would press by accident (WCAG 2.1.4). */
export const isBareLetter = (key: string) => !key.startsWith('Ctrl+') && /^(Shift\+)?.$/u.test(key)

/** The key that was pressed, where it may be a command. */
export function heardKey(event: KeyboardEvent, areLettersOff: boolean): string | null {
  const pressed = pressedKey(event)
  if (event.defaultPrevented || event.altKey || isTyping(event.target, pressed)) return null
  return areLettersOff && isBareLetter(pressed) ? null : pressed
}

/** Where keys write or choose, they are not commands. */
export function isTyping(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="dialog"], [role="menu"], [role="listbox"]')) return true
  if (key.startsWith('Ctrl+Enter') || key === 'Ctrl+k') return false
  return target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]')
}
