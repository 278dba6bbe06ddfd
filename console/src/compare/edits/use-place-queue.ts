import { keepQueues } from '../../edits/kept-queues.ts'
import { useKeptQueue } from '../../edits/use-kept-queue.ts'
import type { PlaceEdit } from './place-edit.ts'
import { placeEdits } from './place-edits.ts'

const kept = keepQueues<PlaceEdit>()

export const usePlaceQueue = (comparisonId: string) => useKeptQueue(kept, comparisonId, placeEdits)
