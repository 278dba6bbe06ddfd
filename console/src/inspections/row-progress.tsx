import { useQuery } from '@tanstack/react-query'
import { TASK_NAMES } from '@walkaround/catalog/tasks'
import { listTasks } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../look/use-labels.ts'
import { useClient } from '../service/service-context.ts'
import { useListStore } from './list-store.ts'

export const tasksKey = (id: string) => ['inspections', 'tasks', id] as const

const ENDED = ['DONE', 'VALIDATED', 'ERROR']

/** How far an inspection is: pictures of the task that moved last, or tasks before anything was heard of one. */
export function RowProgress({ id }: { id: string }) {
  const { t } = useTranslation('list')
  const client = useClient()
  const labels = useLabels()
  const heard = useListStore((state) => state.progress[id])
  const { data } = useQuery({
    queryKey: tasksKey(id),
    queryFn: async ({ signal }) => Object.values((await listTasks(client, id, { signal })).entities.tasks),
    enabled: !heard,
  })
  const tasks = data ?? []
  const done = heard?.done ?? tasks.filter(({ status }) => ENDED.includes(status ?? '')).length
  const total = heard?.total ?? tasks.length
  if (total === 0) return null
  const known = TASK_NAMES.find((name) => name === heard?.task)
  const what = known ? labels.tasks[known] : t('progress.tasks')
  return (
    <span className="flex w-44 max-w-full flex-col gap-1">
      <span className="flex gap-2 text-quiet text-sm">
        <span className="truncate">{what}</span>
        <span className="ms-auto tabular-nums">{t('progress.of', { done, total })}</span>
      </span>
      <span
        role="progressbar"
        aria-label={what}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        className="block h-1 overflow-hidden rounded-full bg-raised"
      >
        <span
          className="block h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-150"
          style={{ width: `${(done / total) * 100}%` }}
        />
      </span>
    </span>
  )
}
