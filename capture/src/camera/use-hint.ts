import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { readGrey } from './frames.ts'
import { type Grey, type Hint, hintOf, measure, motionBetween } from './quality.ts'

const EVERY_MS = 250

/** Looks at the preview four times a second. A hint is shown when it was found twice. */
export function useHint(video: RefObject<HTMLVideoElement | null>, roll: number | null): Hint | null {
  const [hint, setHint] = useState<Hint | null>(null)
  const level = useRef(roll)
  level.current = roll
  useEffect(() => {
    let before: Grey | undefined
    let last: Hint | undefined
    const timer = setInterval(() => {
      const { videoWidth = 0, videoHeight = 0 } = video.current ?? {}
      if (!video.current || !videoWidth) return
      const grey = readGrey(video.current, videoWidth, videoHeight)
      const motion = before ? motionBetween(before, grey) : 0
      const found = hintOf(measure(grey), motion, level.current)
      if (found === last) setHint(found)
      last = found
      before = grey
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [video])
  return hint
}
