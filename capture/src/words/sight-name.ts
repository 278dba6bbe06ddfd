import { findCaptureStep } from '@walkaround/catalog/capture-steps'
import { VIEWPOINTS } from '@walkaround/catalog/image-types'
import en from './en.json'
import type { Speak, Word } from './words.ts'

const isWord = (key: string): key is keyof typeof en => Object.hasOwn(en, key)

/** What people call the place a photo is taken from. Left is the vehicle's own left. */
export function sightName(speak: Speak, step: string): string {
  const { kind, azimuth = null } = findCaptureStep(step) ?? {}
  if (kind === 'walk' && azimuth !== null) return nameOfAzimuth(speak, azimuth)
  const key = `sight.${step}`
  return isWord(key) ? speak(key) : step
}

/** The same for a place, which may be one of the two photos of a damage. */
export function placeName(speak: Speak, place: string): string {
  if (!place.startsWith('damage/')) return sightName(speak, place)
  return `${speak('sight.damage')} · ${speak(place.endsWith('/near') ? 'damage.near' : 'damage.wide')}`
}

function nameOfAzimuth(speak: Speak, azimuth: number): string {
  const eighths = azimuth / 45
  const nameOf = (eighth: number): string => {
    const key = `sight.${VIEWPOINTS[eighth % VIEWPOINTS.length]}`
    return isWord(key) ? speak(key) : key
  }
  if (Number.isInteger(eighths)) return nameOf(eighths)
  // Between a corner, which is odd, and the side next to it.
  const low = Math.floor(eighths)
  const [corner, side] = low % 2 ? [low, low + 1] : [low + 1, low]
  const more: Word[] = ['sight.moreFront', 'sight.moreSide', 'sight.moreBack', 'sight.moreSide']
  return speak(more[(side / 2) % 4] ?? 'sight.moreSide', { corner: nameOf(corner) })
}
