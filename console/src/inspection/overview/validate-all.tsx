import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { toast } from '../../look/toast.ts'
import { inspectionKey } from '../../service/read-inspection.ts'
import { useClient } from '../../service/service-context.ts'
import { useTellValidation } from '../../service/use-tell-validation.ts'
import { readyToValidate, validateInspection } from '../../service/validate-inspection.ts'
import { useInspection } from '../inspection-context.ts'
import { useMay } from '../use-may.ts'

/** All that is done, at once. One alone has its own button. */
export function ValidateAll({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation('overview')
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId } = useInspection()
  const mayWrite = useMay('write')
  const ready = readyToValidate(tasks)
  const tell = useTellValidation()
  const validation = useMutation({
    mutationFn: () => validateInspection(client, inspectionId),
    onSuccess: tell,
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: inspectionKey(inspectionId) }),
  })
  if (ready.length < 2 || !mayWrite) return null
  return (
    <Button
      kind="ghost"
      size="small"
      className="-me-2 text-accent max-sm:h-11"
      disabled={validation.isPending}
      onClick={() => validation.mutate()}
    >
      {t('tasks.validate_all', { count: ready.length })}
    </Button>
  )
}
