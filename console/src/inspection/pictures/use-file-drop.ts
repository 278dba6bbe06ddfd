import { useEffect, useEffectEvent, useState } from 'react'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Takes files that are dropped anywhere on the page. Whether some are being held over it right now. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent((files: File[]) => onFiles(files))
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Without it the browser leaves the page and opens the file.
      event.preventDefault()
      setIsOver(true)
    }
    // Only when the pointer leaves the window, not when it passes from one element to the next.
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
