import { type ReactNode, useMemo } from 'react'
import { useStore } from 'zustand'
import { ConflictBar } from '../review/conflict-bar.tsx'
import { overlay } from '../review/edits/overlay.ts'
import { useEditQueue } from '../review/edits/use-edit-queue.ts'
import type { Key } from '../review/keys/keys.ts'
import { useKeys } from '../review/keys/use-keys.ts'
import { EditContext, QueueContext } from '../review/review-context.ts'
import { reviewOf } from '../review/review-model.ts'
import { Speaker } from '../review/speaker.tsx'
import { InspectionContext, useInspection } from './inspection-context.ts'

/** A page on which things can be changed: with the same queue of edits as the picture has, and what waits shown as done. */
export function Editing({ children }: { children: ReactNode }) {
  const { inspectionId, entities } = useInspection()
  const queue = useEditQueue(inspectionId)
  const waiting = useStore(queue, (state) => state.waiting)
  const inspection = useMemo(
    () => ({ inspectionId, entities: overlay(entities, waiting) }),
    [inspectionId, entities, waiting],
  )
  const edits = useMemo(
    () => ({ review: reviewOf(inspectionId, inspection.entities), queue }),
    [inspectionId, inspection, queue],
  )
  const keys = useMemo(
    (): Key[] => [
      { name: 'undo', keys: ['Ctrl+z'], group: 'all', run: queue.undo },
      { name: 'redo', keys: ['Ctrl+Shift+z', 'Ctrl+y'], group: 'all', run: queue.redo },
    ],
    [queue],
  )
  useKeys(keys, false)
  return (
    <InspectionContext value={inspection}>
      <QueueContext value={queue}>
        <EditContext value={edits}>
          <div className="mx-auto flex w-full max-w-[110rem] flex-col gap-3 p-3 sm:p-4">
            <ConflictBar />
            {children}
            <Speaker />
          </div>
        </EditContext>
      </QueueContext>
    </InspectionContext>
  )
}
