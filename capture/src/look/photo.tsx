import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Shot } from '../kept/shots.ts'

/** An address for the small picture of a shot, given back when nobody shows it any more. */
function useThumbnail(shot: Shot | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  // Shots are read from the disk again and again; the picture of one never changes.
  const thumbnail = useMemo(() => shot?.thumbnail ?? null, [shot?.number])
  useEffect(() => {
    if (!thumbnail) return setUrl(null)
    const made = URL.createObjectURL(thumbnail)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [thumbnail])
  return url
}

export function Photo({ shot, name }: { shot: Shot | null; name: string }) {
  const url = useThumbnail(shot)
  return url ? <img class="photo" src={url} alt={name} /> : <span class="photo" />
}
