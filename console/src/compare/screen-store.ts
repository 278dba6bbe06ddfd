import { createStore } from 'zustand'
import { areLettersSavedOff, LETTERS_KEY } from '../review/screen-store.ts'
import type { Look, Size } from './stage/view.ts'
import type { Verdict } from './verdicts.ts'

const MODES = ['side', 'swipe', 'onion'] as const
export type Mode = (typeof MODES)[number]
export type Dialog = 'keys' | 'evidence' | 'paper' | 'validate' | 'objection'
export type DrawnSide = 'earlier' | 'both' | 'later'

export type ScreenState = {
  mode: Mode
  look: Look
  /** Of the earlier picture alone, where the two were unlinked. */
  ownLook: Look
  isLinked: boolean
  /** Held down: the earlier picture in place of the later one. */
  isBlinking: boolean
  /** In percent, from the left. */
  edge: number
  /** In percent: how much of the earlier picture shows through. */
  share: number
  /** How large a picture is shown. */
  frame: Size | null
  dialog: Dialog | null
  drawn: DrawnSide
  /** What a reason is asked for: another category, or a charge. */
  asked: Verdict | 'charge' | null
  isNoting: boolean
  areLettersOff: boolean
}

const MODE_KEY = 'walkaround.compare-mode'

export function createScreenStore(isNarrow: boolean) {
  const saved = localStorage.getItem(MODE_KEY)
  return createStore<ScreenState>(() => ({
    mode: MODES.find((mode) => mode === saved) ?? (isNarrow ? 'swipe' : 'side'),
    look: 'place',
    ownLook: 'place',
    isLinked: true,
    isBlinking: false,
    edge: 50,
    share: 50,
    frame: null,
    dialog: null,
    drawn: 'both',
    asked: null,
    isNoting: false,
    areLettersOff: areLettersSavedOff(),
  }))
}
export type ScreenStore = ReturnType<typeof createScreenStore>

export function chooseMode(screen: ScreenStore, mode: Mode): void {
  localStorage.setItem(MODE_KEY, mode)
  screen.setState({ mode })
}

export function switchLetters(screen: ScreenStore, areLettersOff: boolean): void {
  localStorage.setItem(LETTERS_KEY, String(areLettersOff))
  screen.setState({ areLettersOff })
}

/** What belongs to one place ends with it. */
export function leavePlace(screen: ScreenStore): void {
  screen.setState({ look: 'place', ownLook: 'place', asked: null, isNoting: false, isBlinking: false })
}
