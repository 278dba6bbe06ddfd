import { useTranslation } from 'react-i18next'
import { useTaskLabel } from '../../inspection/use-task-label.ts'
import { ValidationDialog } from '../../inspection/validation-dialog.tsx'
import { Button } from '../../look/button.tsx'
import { readyToValidate } from '../../service/validate-inspection.ts'
import { useEdits, useReviewScope } from '../review-context.ts'
import { isOpen, type ReviewTask } from '../review-model.ts'
import { useFindingName } from '../use-finding-name.ts'

/** What is still open is listed; it does not hinder a person who knows better, but unsaved work does. */
export function ValidateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['review', 'edits'])
  const labelOf = useTaskLabel()
  const nameOf = useFindingName()
  const { review, actions } = useReviewScope()
  const waiting = useEdits((state) => state.waiting.length)
  const open = review.findings.filter(isOpen)
  const ready = readyToValidate(review.tasks)
  const unfinished = review.tasks.filter((task) => task.status !== 'VALIDATED' && !ready.includes(task))
  const taskLabel = ({ name }: ReviewTask) => labelOf(name)
  return (
    <ValidationDialog
      inspectionId={review.id}
      title={t('validate.title')}
      text={t('validate.text')}
      back={t('validate.back')}
      action={t('validate.action')}
      unsaved={waiting > 0 ? t('edits:save.waiting', { count: waiting }) : null}
      isPossible={ready.length > 0}
      onClose={onClose}
    >
      {open.length > 0 ? (
        <section className="mt-3">
          <h3 className="font-semibold">{t('validate.open', { count: open.length })}</h3>
          <ul className="mt-1 -mx-1 max-h-48 overflow-y-auto p-1">
            {open.map((finding) => (
              <li key={finding.id}>
                <Button
                  kind="ghost"
                  size="small"
                  className="max-w-full justify-start"
                  onClick={() => {
                    onClose()
                    actions.choose(finding, true)
                  }}
                >
                  <span className="truncate">{nameOf(finding)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className="mt-3">{t('validate.all_checked')}</p>
      )}
      {unfinished.length > 0 ? (
        <section className="mt-3">
          <h3 className="font-semibold">{t('validate.unfinished')}</h3>
          <ul className="mt-1 list-disc ps-5">
            {unfinished.map((task) => (
              <li key={task.name}>
                {taskLabel(task)} <span className="text-quiet">({t(`task_status.${task.status}`)})</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {ready.length > 0 ? (
        <p className="mt-3 text-quiet">{t('validate.ready', { tasks: ready.map(taskLabel).join(', ') })}</p>
      ) : (
        <p className="mt-3 text-quiet">{t('validate.nothing')}</p>
      )}
    </ValidationDialog>
  )
}
