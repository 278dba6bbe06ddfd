import { useEffect, useState } from 'preact/hooks'

/** An address for a picture that is in memory, given back when nobody shows it any more. */
export function useBlobUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setUrl(null)
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

export function Photo({ blob, name }: { blob: Blob | null; name: string }) {
  const url = useBlobUrl(blob)
  return url ? <img class="photo" src={url} alt={name} /> : <span class="photo" />
}
