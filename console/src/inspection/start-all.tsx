import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { toast } from '../look/toast.ts'
import { inspectionKey } from '../service/read-inspection.ts'
import { useClient } from '../service/service-context.ts'
import { startTasks, tasksToStart } from '../service/start-tasks.ts'
import { useInspection } from './inspection-context.ts'
import { useMay } from './use-may.ts'
import { useTaskLabel } from './use-task-label.ts'

/** Starts everything that was asked for. A task that cannot start says why. */
export function StartAll() {
  const { t } = useTranslation('inspection')
  const taskLabel = useTaskLabel()
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId, entities } = useInspection()
  const mayUpdate = useMay('update')
  const unbegun = Object.values(entities.tasks).filter(({ status }) => status === 'NOT_STARTED')
  const names = tasksToStart(unbegun).flatMap(({ name }) => name ?? [])
  const start = useMutation({
    mutationFn: () => startTasks(client, inspectionId, names),
    onSuccess: (refused) => {
      for (const { name, message } of refused)
        toast.error(t('start.refused', { task: taskLabel(name), reason: message }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: inspectionKey(inspectionId) }),
  })
  if (names.length === 0 || !mayUpdate) return null
  return (
    <Button kind="main" className="max-sm:h-11" disabled={start.isPending} onClick={() => start.mutate()}>
      <Play aria-hidden className="size-4" />
      {t('start.all')}
    </Button>
  )
}
