import { useMedia } from '../look/use-media.ts'

const wide = matchMedia('(min-width: 56rem)')

/** Whether the columns of a table have room side by side; else each inspection is a card. */
export const useHasTable = (): boolean => useMedia(wide)
