import { useTranslation } from 'react-i18next'
import { useTaskLabel } from '../inspection/use-task-label.ts'
import { toast } from '../look/toast.ts'
import type { Validation } from './validate-inspection.ts'

/** Says what became of a validation, as the service has it. */
export function useTellValidation(): (outcome: Validation) => void {
  const { t } = useTranslation()
  const taskLabel = useTaskLabel()
  return ({ status, left }) => {
    if (status === 'VALIDATED') toast.success(t('validation.done'))
    else toast.warning(t('validation.left', { tasks: left.map(taskLabel).join(', ') }))
  }
}
