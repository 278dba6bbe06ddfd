/** The thumbnails that were asked for last, in a bounded amount of memory. */
export type ThumbnailCache = { get: (key: string) => Buffer | null; set: (key: string, jpeg: Buffer) => void }

export function createThumbnailCache(bytesMax: number): ThumbnailCache {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  const remove = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  return {
    get: (key) => {
      const jpeg = kept.get(key)
      if (!jpeg) return null
      // Whatever was used last is forgotten last.
      kept.delete(key)
      kept.set(key, jpeg)
      return jpeg
    },
    set: (key, jpeg) => {
      // A large one would push out many that cost as much to make.
      if (jpeg.length > bytesMax / 64) return
      remove(key)
      kept.set(key, jpeg)
      bytes += jpeg.length
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) return
        remove(oldest)
      }
    },
  }
}
