import { TASK_NAMES, TASKS, type TaskName } from '@walkaround/catalog/tasks'
import { createReusableCaptureLink } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CreatedLink } from '../../capture/created-link.tsx'
import { type LinkFields, LinkForm } from '../../capture/link-form.tsx'
import { useCaptureChange } from '../../capture/use-capture.ts'
import { CheckList } from '../../look/controls.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { FieldGroup } from '../../look/field.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { useClient } from '../../service/service-context.ts'
import { useRights } from '../../session/permissions.ts'
import { requireRecord } from '../webhooks/use-webhooks.ts'

const DAYS = [7, 30, 90, 180, 365]

/** Creates a link for a printed code, and shows it once. */
export function ReusableLinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('capture')
  const labels = useLabels()
  const client = useClient()
  const { holds } = useRights()
  const mayAskFor = (name: TaskName) => {
    const { permission } = TASKS[name]
    return !permission || holds(permission)
  }
  const offered = TASK_NAMES.filter((name) => TASKS[name].console !== 'hidden' && mayAskFor(name))
  const [tasks, setTasks] = useState<readonly TaskName[]>(
    offered.filter((name) => TASKS[name].console === 'ticked'),
  )
  const create = useCaptureChange(async (fields: LinkFields) => {
    const inspection = { tasks: [...tasks] }
    const { entities, result } = await createReusableCaptureLink(client, { ...fields, inspection })
    return { ...fields, url: requireRecord(entities.captureLinks?.[result]).url ?? '' }
  })
  if (create.data)
    return (
      <Dialog open title={t('reusable.created')} text={t('reusable.created_text')}>
        <CreatedLink url={create.data.url} language={create.data.language} isReusable onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog open title={t('reusable.make')} text={t('reusable.make_text')} onClose={onClose}>
      <LinkForm
        days={DAYS}
        defaults={{ days: 90, usesMax: 1000 }}
        action={t('reusable.make')}
        devicesText={t('reusable.devices_text')}
        isRunning={create.isPending}
        isIncomplete={tasks.length === 0}
        error={create.error}
        onCreate={create.mutate}
        onClose={onClose}
      >
        <FieldGroup label={t('reusable.tasks')}>
          <div className="mt-1 grid grid-cols-2 gap-x-3 max-sm:grid-cols-1">
            <CheckList
              options={offered.map((name) => ({ value: name, label: labels.tasks[name] }))}
              chosen={tasks}
              onValue={setTasks}
              className="max-md:min-h-[44px]"
            />
          </div>
        </FieldGroup>
      </LinkForm>
    </Dialog>
  )
}
