import type { DamageType, PartType } from '@walkaround/sdk'
import { createStore } from 'zustand'
import type { SeverityFields } from './edits/edit.ts'
import type { Box, Point } from './geometry.ts'

export type Tool = 'select' | 'draw' | 'box' | 'edit'
export type Dialog = 'shortcuts' | 'palette' | 'validate' | 'type' | 'part' | 'grid' | 'estimate'

export type ScreenState = {
  tool: Tool
  /** The tool stays after a shape was drawn. */
  isToolKept: boolean
  isHidden: boolean
  /** Held down: nothing but the picture. */
  isBare: boolean
  dialog: Dialog | null
  /** What a damage shall get as soon as its part is known. */
  afterPart: SeverityFields | null
  /** Points of the shape that is being drawn. */
  draft: readonly Point[]
  /** The shape is drawn, and is saved as soon as its part and type are known. */
  drawn: { imageId: string; polygon: Point[]; partType: PartType | null } | null
  /** Where the next point goes when it is put by keyboard. */
  cursor: Point | null
  /** The shape that is being edited, not saved yet. */
  edited: { viewId: string; polygons: readonly (readonly Point[])[]; isChanged: boolean } | null
  /** What the picture shall show large as soon as it is there. */
  zoomWish: { imageId: string; box: Box } | null
  partFilter: PartType | null
  lastType: DamageType
  lastPart: PartType | null
  areLettersOff: boolean
}

export const LETTERS_KEY = 'walkaround.letter-keys-off'

export const areLettersSavedOff = () => localStorage.getItem(LETTERS_KEY) === 'true'

export function createScreenStore() {
  return createStore<ScreenState>(() => ({
    tool: 'select',
    isToolKept: false,
    isHidden: false,
    isBare: false,
    dialog: null,
    afterPart: null,
    draft: [],
    drawn: null,
    cursor: null,
    edited: null,
    zoomWish: null,
    partFilter: null,
    lastType: 'scratch',
    lastPart: null,
    areLettersOff: areLettersSavedOff(),
  }))
}
export type ScreenStore = ReturnType<typeof createScreenStore>

export function switchLetters(screen: ScreenStore, areLettersOff: boolean): void {
  localStorage.setItem(LETTERS_KEY, String(areLettersOff))
  screen.setState({ areLettersOff })
}

export function chooseTool(screen: ScreenStore, tool: Tool, isToolKept = false): void {
  screen.setState({ tool, isToolKept, draft: [], drawn: null, cursor: null, edited: null, isHidden: false })
}
