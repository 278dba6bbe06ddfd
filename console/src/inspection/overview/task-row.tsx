import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createTaskRun, type Task, type TaskStatus, updateTask } from '@walkaround/sdk'
import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleCheckBig,
  CircleDotDashed,
  Clock,
  RotateCw,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { ProgressBar } from '../../look/progress-bar.tsx'
import { inspectionKey } from '../../service/read-inspection.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { useMay } from '../use-may.ts'
import { useTaskLabel } from '../use-task-label.ts'
import { type Move, movesOf } from './task-moves.ts'
import { useTaskProgress } from './use-task-progress.ts'

const LOOK = {
  NOT_STARTED: { Icon: Circle, color: 'text-quiet' },
  TODO: { Icon: Clock, color: 'text-accent' },
  IN_PROGRESS: { Icon: CircleDotDashed, color: 'text-accent' },
  DONE: { Icon: CircleCheck, color: 'text-ink' },
  ERROR: { Icon: CircleAlert, color: 'text-bad' },
  VALIDATED: { Icon: CircleCheckBig, color: 'text-good' },
} as const satisfies Record<TaskStatus, object>

export function TaskRow({ task }: { task: Task }) {
  const { t } = useTranslation('overview')
  const taskLabel = useTaskLabel()
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId, entities } = useInspection()
  const may = { update: useMay('update'), write: useMay('write') }
  const { name = '', status = 'NOT_STARTED' } = task
  const label = taskLabel(name)
  const { Icon, color } = LOOK[status]
  const move = useMutation({
    mutationFn: (wish: Move) =>
      wish.name === 'rerun'
        ? createTaskRun(client, inspectionId, name)
        : updateTask(client, inspectionId, name, { status: wish.status }),
    onSettled: () => queries.invalidateQueries({ queryKey: inspectionKey(inspectionId) }),
  })
  const reasons = (task.errorMessages ?? []).flatMap((id) => entities.errorMessages[id]?.message ?? [])
  const allowed = movesOf(task).filter(({ needs }) => may[needs])
  const moves = allowed.filter((wish) => wish.name !== 'rerun')
  const rerun = allowed.find((wish) => wish.name === 'rerun')
  const buttons = moves.map((wish, at) => (
    <Button
      key={wish.name}
      kind={at === 0 ? 'plain' : 'ghost'}
      className="max-sm:h-11"
      aria-label={t(`tasks.move_of.${wish.name}`, { task: label })}
      disabled={move.isPending}
      onClick={() => move.mutate(wish)}
    >
      {t(`tasks.move.${wish.name}`)}
    </Button>
  ))
  return (
    <li aria-label={label} className="border-line border-t py-2 first:border-t-0">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <Icon aria-hidden className={classes('size-5 shrink-0', color)} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-medium">{label}</p>
          <TaskState task={task} label={label} />
        </div>
        {moves.length === 1 ? buttons : null}
        {rerun ? (
          <Button
            kind="ghost"
            className="px-0 text-quiet max-sm:size-11"
            aria-label={t('tasks.move_of.rerun', { task: label })}
            title={t('tasks.move.rerun')}
            disabled={move.isPending}
            onClick={() => move.mutate(rerun)}
          >
            <RotateCw aria-hidden className="size-4" />
          </Button>
        ) : null}
      </div>
      {status === 'ERROR' && reasons.length > 0 ? (
        <p className="ps-8 text-bad text-sm">{reasons.at(-1)}</p>
      ) : null}
      {moves.length > 1 ? <div className="flex gap-1 ps-8 pt-1">{buttons}</div> : null}
      {move.error ? (
        <p role="alert" className="ps-8 text-bad text-sm">
          {move.error.message}
        </p>
      ) : null}
    </li>
  )
}

/** The state in words; while a model works, also how many pictures it is done with. */
function TaskState({ task, label }: { task: Task; label: string }) {
  const { t } = useTranslation('overview')
  const progress = useTaskProgress(task)
  const { status = 'NOT_STARTED', images = [] } = task
  if (progress && progress.total > 0)
    return (
      <div className="flex items-center gap-2">
        <ProgressBar
          className="max-w-40 flex-1"
          label={t('tasks.progress', { task: label })}
          share={progress.done / progress.total}
        />
        <span className="text-quiet text-sm tabular-nums">{t('tasks.done_of', progress)}</span>
      </div>
    )
  return (
    <p role="status" className="text-quiet text-sm">
      <span className="sr-only">{label}: </span>
      {[
        task.waitsForPerson ? t('tasks.for_person') : t(`tasks.status.${status}`),
        ...(status === 'NOT_STARTED' && images.length > 0
          ? [t('tasks.pictures', { count: images.length })]
          : []),
      ].join(' · ')}
    </p>
  )
}
