import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTaskLabel } from '../../inspection/use-task-label.ts'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { inspectionKey } from '../../service/read-inspection.ts'
import { useClient } from '../../service/service-context.ts'
import { useTellValidation } from '../../service/use-tell-validation.ts'
import { readyToValidate, validateInspection } from '../../service/validate-inspection.ts'
import { useEdits, useReviewScope } from '../review-context.ts'
import { isOpen, type ReviewTask } from '../review-model.ts'
import { useFindingName } from '../use-finding-name.ts'

/** What is still open is listed; it does not hinder a person who knows better, but unsaved work does. */
export function ValidateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('review')
  const client = useClient()
  const queries = useQueryClient()
  const labelOf = useTaskLabel()
  const nameOf = useFindingName()
  const { review, actions } = useReviewScope()
  const waiting = useEdits((state) => state.waiting.length)
  const open = review.findings.filter(isOpen)
  const ready = readyToValidate(review.tasks)
  const unfinished = review.tasks.filter((task) => task.status !== 'VALIDATED' && !ready.includes(task))
  const tell = useTellValidation()
  const taskLabel = ({ name }: ReviewTask) => labelOf(name)
  const validation = useMutation({
    mutationFn: () => validateInspection(client, review.id),
    onSuccess: (outcome) => {
      tell(outcome)
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: inspectionKey(review.id) }),
  })
  return (
    <Dialog open title={t('validate.title')} text={t('validate.text')} onClose={onClose}>
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
      {waiting > 0 ? <p className="mt-3 text-bad">{t('save.waiting', { count: waiting })}</p> : null}
      {validation.error ? (
        <p role="alert" className="mt-3 text-bad">
          {validation.error.message}
        </p>
      ) : null}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{t('validate.back')}</Button>
        <Button
          kind="main"
          autoFocus
          disabled={ready.length === 0 || waiting > 0 || validation.isPending}
          onClick={() => validation.mutate()}
        >
          {t('validate.action')}
        </Button>
      </div>
    </Dialog>
  )
}
