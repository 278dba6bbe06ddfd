import { keepQueues } from '../../edits/kept-queues.ts'
import { useKeptQueue } from '../../edits/use-kept-queue.ts'
import type { Edit } from './edit.ts'
import { inspectionEdits } from './inspection-edits.ts'

const kept = keepQueues<Edit>()

export const useEditQueue = (inspectionId: string) => useKeptQueue(kept, inspectionId, inspectionEdits)
