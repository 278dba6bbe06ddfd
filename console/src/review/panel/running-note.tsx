import { LoaderCircle, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTaskLabel } from '../../inspection/use-task-label.ts'
import { useReviewScope } from '../review-context.ts'

/** What is still being looked for, so that nobody takes the list for the whole of it; and what failed. */
export function RunningNote() {
  const { t } = useTranslation('review')
  const { review } = useReviewScope()
  const labelOf = useTaskLabel()
  const named = (status: string) =>
    review.tasks.filter((task) => task.status === status).map(({ name }) => labelOf(name))
  const [running, failed] = [named('IN_PROGRESS'), named('ERROR')]
  if (running.length + failed.length === 0) return null
  return (
    <div role="status" className="grid gap-1 rounded-panel border border-line bg-panel p-3">
      {running.length > 0 ? (
        <p className="flex items-center gap-2">
          <LoaderCircle aria-hidden className="size-4 shrink-0 text-accent motion-safe:animate-spin" />
          {t('running', { tasks: running.join(', ') })}
        </p>
      ) : null}
      {failed.length > 0 ? (
        <p className="flex items-center gap-2 text-bad">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {t('failed', { tasks: failed.join(', ') })}
        </p>
      ) : null}
    </div>
  )
}
