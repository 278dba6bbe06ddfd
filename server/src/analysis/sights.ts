import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CaptureStep, findCaptureStep } from '@walkaround/catalog/capture-steps'
import { nearestViewpoint } from '@walkaround/catalog/image-types'
import { WHEEL_NAMES, type WheelName } from '../core/contracts/findings.ts'

/** What the published catalogue says of a sight, corrected where it contradicts its own drawings (server/generate/sights.ts). */
export type Sight = {
  category: 'exterior' | 'interior' | 'misc'
  label: string
  /** The model of the drawing, or `all`. */
  vehicle: string
  /** Degrees: 0 front, 90 left side of the vehicle, 180 back, 270 right side. Null inside and for documents. */
  azimuth: number | null
  height: 'low' | 'mid' | 'high'
  distance: 'close' | 'interior' | null
  wheel_name: WheelName | null
  /** One part fills the picture, or the picture is not of the outside at all. */
  close_up: boolean
  /** The whole vehicle is to be in the picture. Neither this nor `close_up`: a section of it. */
  whole_vehicle: boolean
  /** A side (one of the eight viewpoints), or wheel, roof, undercarriage, interior, other. */
  zone: string
}

// Written by server/generate/sights.ts in exactly this shape; sights.test.ts reads every one.
const SIGHTS: Map<string, Sight> = new Map(
  Object.entries<Sight>(JSON.parse(readFileSync(join(import.meta.dirname, 'sights.json'), 'utf8'))),
)

/** Null for an id that neither the catalogue nor the steps of a guided capture have. */
export function sightOf(id: string): Sight | null {
  const step = findCaptureStep(id)
  return step ? sightOfStep(id, step) : (SIGHTS.get(id) ?? null)
}

/** A step of a guided capture is a sight of our own, the same for every vehicle. */
function sightOfStep(name: string, { kind, azimuth, shows }: CaptureStep): Sight {
  const isOutside = azimuth !== null
  return {
    category: shows === 'vehicle' || shows === 'part' ? 'exterior' : isOutside ? 'misc' : 'interior',
    label: name.replaceAll('_', '-'),
    vehicle: 'all',
    azimuth,
    height: shows === 'wheel' ? 'low' : 'mid',
    distance: kind === 'walk' ? null : isOutside ? 'close' : 'interior',
    wheel_name: WHEEL_NAMES.find((wheel) => wheel === name) ?? null,
    close_up: kind !== 'walk',
    whole_vehicle: kind === 'walk',
    zone: zoneOfStep({ azimuth, shows }),
  }
}

function zoneOfStep({ azimuth, shows }: Pick<CaptureStep, 'azimuth' | 'shows'>): string {
  if (shows === 'wheel' || shows === 'interior') return shows
  return azimuth === null ? 'other' : nearestViewpoint(azimuth)
}

export const SIGHT_IDS: readonly string[] = [...SIGHTS.keys()]
