import { useEffect, useRef, useState } from 'preact/hooks'

/** Enough for a few large photos. */
const ROOM_BYTES_MIN = 25_000_000

/**
 * Whether the phone has room for another photo. It is asked before the shot, not after: when `photos`, the number of those that
 * wait here, changes, and when the person comes back from deleting something.
 */
export function useRoom(photos: number): boolean {
  const [hasRoom, setHasRoom] = useState(true)
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') findRoom().then(setHasRoom)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [photos])
  return hasRoom
}

async function findRoom(): Promise<boolean> {
  try {
    const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
    return quota - usage > ROOM_BYTES_MIN
  } catch {
    // A browser that does not tell: a photo that finds no room is told of when it is taken.
    return true
  }
}

/** The screen stays on while somebody walks around a car. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    const hold = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock?.request('screen').then(
        (held) => {
          lock = held
        },
        // The battery is low: the phone decides.
        () => {},
      )
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      lock?.release()
    }
  }, [])
}

export type Position = { latitude: number; longitude: number }

/** The last known place, if the person has agreed to tell it. */
export function usePosition(isWanted: boolean): { current: Position | null } {
  const position = useRef<Position | null>(null)
  useEffect(() => {
    if (!isWanted || !navigator.geolocation) return
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude } }) => {
        position.current = { latitude, longitude }
      },
      () => {},
      { maximumAge: 60_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [isWanted])
  return position
}
