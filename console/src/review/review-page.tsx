import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { PageError } from '../frame/page-error.tsx'
import { useLabels } from '../look/use-labels.ts'
import { inspectionKey, readInspection } from '../service/read-inspection.ts'
import { useClient } from '../service/service-context.ts'
import { useLiveEvents } from '../service/use-live-events.ts'
import type { InspectionQueue } from './edits/inspection-edits.ts'
import { overlay } from './edits/overlay.ts'
import { useEditQueue } from './edits/use-edit-queue.ts'
import { EditContext, QueueContext, ReviewContext, SteadyContext } from './review-context.ts'
import { type Review, reviewOf } from './review-model.ts'
import { ReviewScreen } from './review-screen.tsx'
import { createScreenStore } from './screen-store.ts'
import { useActions } from './use-actions.ts'
import { useCanEdit } from './use-can-edit.ts'

const REVIEW_ROUTE = '/inspections/$inspectionId/review'

/** One reading of the inspection, and what waits to be saved on top of it. */
export function ReviewPage() {
  const { inspectionId } = useParams({ from: REVIEW_ROUTE })
  return <OneReview key={inspectionId} inspectionId={inspectionId} />
}

function OneReview({ inspectionId }: { inspectionId: string }) {
  const { t } = useTranslation(['review', 'edits'])
  useLabels()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: inspectionKey(inspectionId),
    queryFn: ({ signal }) => readInspection(client, inspectionId, signal),
  })
  const queue = useEditQueue(inspectionId)
  useLiveEvents(inspectionId)
  if (error && !data) return <PageError error={error} reset={() => refetch()} />
  if (!data)
    return (
      <div
        className="grid flex-1 gap-3 p-3 lg:grid-cols-[6rem_1fr_22rem]"
        role="status"
        aria-label={t('loading')}
      >
        <div className="rounded-panel bg-raised max-lg:hidden" />
        <div className="min-h-80 rounded-panel bg-surround" />
        <div className="rounded-panel bg-raised" />
      </div>
    )
  return <OpenReview inspectionId={inspectionId} entities={data} queue={queue} />
}

type OpenProps = { inspectionId: string; entities: Parameters<typeof overlay>[0]; queue: InspectionQueue }

function OpenReview({ inspectionId, entities, queue }: OpenProps) {
  const search = useSearch({ from: REVIEW_ROUTE })
  const waiting = useStore(queue, (state) => state.waiting)
  const made = useStore(queue, (state) => state.made)
  const [screen] = useState(createScreenStore)
  const review = useMemo<Review>(
    () => reviewOf(inspectionId, overlay(entities, waiting)),
    [inspectionId, entities, waiting],
  )
  // A damage that was just drawn is known by another id until it is saved.
  const damageId = search.damage && (made[search.damage]?.damageId ?? search.damage)
  const finding = review.findings.find((one) => one.id === damageId) ?? null
  const picture =
    review.pictures.find((one) => one.id === search.image) ??
    review.pictures.find((one) => finding?.shapes.some((shape) => shape.imageId === one.id)) ??
    review.pictures[0] ??
    null
  const canEdit = useCanEdit(entities.inspections[inspectionId])
  const actions = useActions({ review, picture, finding, queue, screen, canEdit })
  const scope = useMemo(
    () => ({ review, picture, finding, queue, screen, actions, canEdit }),
    [review, picture, finding, queue, screen, actions, canEdit],
  )
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  }, [actions])
  const steady = useMemo(() => ({ queue, screen, latest, canEdit }), [queue, screen, canEdit])
  return (
    <SteadyContext value={steady}>
      <QueueContext value={queue}>
        <EditContext value={scope}>
          <ReviewContext value={scope}>
            <ReviewScreen startZoom={search.zoom ?? 1} />
          </ReviewContext>
        </EditContext>
      </QueueContext>
    </SteadyContext>
  )
}
