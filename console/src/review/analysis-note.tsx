import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createTaskRun, updateTask } from '@walkaround/sdk'
import { CircleDashed, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { buttonLook } from '../look/button-look.ts'
import { inspectionKey } from '../service/read-inspection.ts'
import { useClient } from '../service/service-context.ts'
import { DETECTION } from './analysis.ts'
import type { Review } from './review-model.ts'

/** Says that nobody has looked for damages yet, and how to begin. Nothing where somebody has, or is at it. */
export function AnalysisNote({ review, mayStart }: { review: Review; mayStart: boolean }) {
  const { t } = useTranslation()
  const { analysis } = review
  if (analysis === 'done' || analysis === 'running' || analysis === 'failed') return null
  return (
    <div className="grid justify-items-start gap-2 rounded-panel border border-quiet border-dashed bg-panel p-3">
      <p className="flex items-center gap-2 font-semibold">
        <CircleDashed aria-hidden className="size-4 shrink-0 text-quiet" />
        {t(`analysis.${analysis}`)}
      </p>
      {analysis === 'none' ? null : <StartAnalysis review={review} mayStart={mayStart} />}
    </div>
  )
}

/** Without pictures there is nothing to start on. */
export function StartAnalysis({ review, mayStart }: { review: Review; mayStart: boolean }) {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const start = useMutation({
    // One that has ended is run again.
    mutationFn: () =>
      review.analysis === 'unseen'
        ? createTaskRun(client, review.id, DETECTION)
        : updateTask(client, review.id, DETECTION, { status: 'TODO' }),
    onSettled: () => queries.invalidateQueries({ queryKey: inspectionKey(review.id) }),
  })
  if (!mayStart) return null
  if (review.pictures.length === 0)
    return (
      <Link
        to="/inspections/$inspectionId/pictures"
        params={{ inspectionId: review.id }}
        className={buttonLook({ kind: 'main', touch: 'lg' })}
      >
        {t('analysis.add')}
      </Link>
    )
  return (
    <>
      <Button kind="main" touch="lg" disabled={start.isPending} onClick={() => start.mutate()}>
        <Play aria-hidden className="size-4" />
        {t('analysis.start')}
      </Button>
      {start.error ? (
        <p role="alert" className="text-bad">
          {start.error.message}
        </p>
      ) : null}
    </>
  )
}
