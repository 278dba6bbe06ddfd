import type { Language } from '@walkaround/catalog/languages'
import type { CreateCapturePictureBody } from '@walkaround/sdk'
import type { Taken } from '../camera/frames.ts'
import type { Shot } from '../kept/shots.ts'
import type { Told } from '../kept/walks.ts'
import type { ReadingProgress } from './readings.ts'

/** A damage that the person is about to photograph. */
export type NewDamage = { damageKey: string; note: string }

export type View =
  | { name: 'welcome' | 'consent' | 'damage' | 'summary' | 'readings' | 'queue' }
  /** Without a step: the next that is missing. */
  | { name: 'camera'; step?: string; damage?: NewDamage }
  | { name: 'verdict'; place: string }

/** What the person can do. Each writes to the disk first and shows it then. */
export type Act = {
  speak: (language: Language) => void
  show: (view: View) => void
  back: () => void
  start: () => void
  agree: (sharesLocation: boolean) => Promise<void>
  skip: (step: string) => Promise<void>
  /** Keeps a photo; answers it once it is on the disk. */
  keep: (body: CreateCapturePictureBody, taken: Taken) => Promise<Shot>
  accept: (shot: Shot) => Promise<void>
  /** Confirms or corrects what was read on a photo. */
  tell: (
    reading: Pick<ReadingProgress, 'step' | 'imageId'>,
    said: Pick<Told, 'value' | 'unit'>,
  ) => Promise<void>
  finish: () => Promise<void>
  /** Goes on with what waits, now. */
  tryNow: () => Promise<void>
  startAgain: () => Promise<void>
  deleteKept: () => Promise<void>
}
