import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const NEAR_MS = 7 * 86_400_000
const TICK_MS = 15_000

/** A time as people say it: how long ago while it is near, else the date. The exact time is one hover away. */
export function Moment({ at }: { at: string }) {
  const { i18n } = useTranslation()
  // Drawn again while time goes by: "10 seconds ago" is not true for long.
  useSyncExternalStore(everyTick, () => Math.floor(Date.now() / TICK_MS))
  const date = new Date(at)
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    date,
  )
  return (
    <time dateTime={at} title={exact}>
      {near(date, i18n.language) ?? exact}
    </time>
  )
}

/** To the second: for attempts that follow each other. */
export function ExactMoment({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' })
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}

function everyTick(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS)
  return () => clearInterval(timer)
}

function near(date: Date, language: string): string | null {
  const farMs = date.getTime() - Date.now()
  if (Math.abs(farMs) > NEAR_MS) return null
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, ms] = STEPS.find(([, size]) => Math.abs(farMs) >= size) ?? ['second', 1_000]
  return format.format(Math.round(farMs / ms), unit)
}
