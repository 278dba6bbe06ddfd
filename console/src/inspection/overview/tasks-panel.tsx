import { TASK_NAMES } from '@walkaround/catalog/tasks'
import { useTranslation } from 'react-i18next'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useInspection } from '../inspection-context.ts'
import { StartAll } from '../start-all.tsx'
import { useFindings } from '../use-findings.ts'
import { TaskRow } from './task-row.tsx'
import { ValidateAll } from './validate-all.tsx'

const ORDER: readonly string[] = TASK_NAMES

/** The tasks with their state and what can be done with each. */
export function TasksPanel() {
  const { t } = useTranslation('overview')
  const { entities } = useInspection()
  const tasks = Object.values(entities.tasks).toSorted(
    (a, b) => ORDER.indexOf(a.name ?? '') - ORDER.indexOf(b.name ?? ''),
  )
  const isUnbegun = tasks.some(({ status }) => status === 'NOT_STARTED')
  const pictures = useFindings().pictures.length
  return (
    <div id="tasks" className="scroll-mt-4">
      <TitledPanel
        title={t('tasks.title')}
        action={pictures > 0 && isUnbegun ? <StartAll /> : <ValidateAll tasks={tasks} />}
      >
        {tasks.length === 0 ? <p className="text-quiet">{t('tasks.none')}</p> : null}
        <ul>
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </ul>
      </TitledPanel>
    </div>
  )
}
