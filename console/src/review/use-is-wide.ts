import { useMedia } from '../look/use-media.ts'

const wide = matchMedia('(min-width: 64rem)')

/** Whether there is room for pictures, picture and findings side by side. */
export const useIsWide = (): boolean => useMedia(wide)
