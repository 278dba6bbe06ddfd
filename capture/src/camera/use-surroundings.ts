import { useEffect, useRef, useState } from 'preact/hooks'

/** Enough for a few large photos. */
const ROOM_BYTES_MIN = 25_000_000

/** Whether the phone has room for another photo. It is asked before the shot, not after. */
export function useRoom(photos: number): boolean {
  const [hasRoom, setHasRoom] = useState(true)
  useEffect(() => {
    navigator.storage
      ?.estimate?.()
      .then(({ quota = Number.POSITIVE_INFINITY, usage = 0 }) => setHasRoom(quota - usage > ROOM_BYTES_MIN))
  }, [photos])
  return hasRoom
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
