import { createCaptureLink } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../look/dialog.tsx'
import { useClient } from '../service/service-context.ts'
import { requireRecord } from '../settings/webhooks/use-webhooks.ts'
import { CreatedLink } from './created-link.tsx'
import { type LinkFields, LinkForm } from './link-form.tsx'
import { useCaptureChange } from './use-capture.ts'

const DAYS = [1, 3, 7, 14, 30]

/** Creates a link to an inspection and shows it once. */
export function LinkDialog({ inspectionId, onClose }: { inspectionId: string; onClose: () => void }) {
  const { t } = useTranslation('capture')
  const client = useClient()
  const create = useCaptureChange(async (fields: LinkFields) => {
    const { entities, result } = await createCaptureLink(client, inspectionId, fields)
    return { ...fields, url: requireRecord(entities.captureLinks?.[result]).url ?? '' }
  })
  if (create.data)
    return (
      <Dialog open title={t('created.title')} text={t('created.text')}>
        <CreatedLink url={create.data.url} language={create.data.language} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog open title={t('create.title')} text={t('create.text')} onClose={onClose}>
      <LinkForm
        days={DAYS}
        defaults={{ days: 7, usesMax: 1 }}
        action={t('create.action')}
        devicesText={t('create.devices_text')}
        isRunning={create.isPending}
        error={create.error}
        onCreate={create.mutate}
        onClose={onClose}
      />
    </Dialog>
  )
}
