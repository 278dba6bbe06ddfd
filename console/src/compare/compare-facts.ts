import type { Picture } from '../review/pictures.ts'
import type { Charges, Compared, Counts, Pair, Place } from './compare-model.ts'
import type { PlaceQueue } from './edits/place-edits.ts'
import type { ScreenStore } from './screen-store.ts'

/** One of the two inspections. */
export type Side = {
  id: string
  /** Deleted, or hidden from this person: what was found stays, its pictures do not. */
  isGone: boolean
  createdAt: string | null
  type: string | null
  pictures: Picture[]
}

/** What is compared, and how far the person is with it. */
export type CompareFacts = {
  compared: Compared
  counts: Counts
  charges: Charges
  title: string
  vehicleType: string | null
  isValidated: boolean
  earlier: Side
  later: Side
  place: Place | null
  pair: Pair | null
  pairIndex: number
  canEdit: boolean
  queue: PlaceQueue
  screen: ScreenStore
}
