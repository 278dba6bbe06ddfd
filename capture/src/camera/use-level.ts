import { useEffect, useState } from 'preact/hooks'

type Asking = { requestPermission?: () => Promise<string> }

/** iPhones ask the person, and only after a tap. */
export function askForMotion(): void {
  if (typeof DeviceMotionEvent === 'undefined') return
  const asking: Asking = { ...pick(DeviceMotionEvent) }
  asking.requestPermission?.().catch(() => {})
}
const pick = (event: object & Asking): Asking => {
  const { requestPermission } = event
  return requestPermission ? { requestPermission: requestPermission.bind(event) } : {}
}

/** How far the phone is turned from level, in degrees; null where it does not tell, or lies flat. */
export function useLevel(): number | null {
  const [roll, setRoll] = useState<number | null>(null)
  useEffect(() => {
    const read = ({ accelerationIncludingGravity: gravity }: DeviceMotionEvent) => {
      const { x, y } = gravity ?? {}
      if (typeof x !== 'number' || typeof y !== 'number' || Math.hypot(x, y) < 4) return setRoll(null)
      const turned = (Math.atan2(x, y) * 180) / Math.PI
      // From the nearest upright way to hold it.
      const rounded = Math.round(turned - 90 * Math.round(turned / 90))
      setRoll(rounded)
    }
    addEventListener('devicemotion', read)
    return () => removeEventListener('devicemotion', read)
  }, [])
  return roll
}
