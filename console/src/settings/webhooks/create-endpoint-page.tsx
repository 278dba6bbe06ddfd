import { useNavigate } from '@tanstack/react-router'
import { createWebhookEndpoint } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../service/service-context.ts'
import { BackLink } from './back-link.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { Forbidden } from './forbidden.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useReach } from './use-reach.ts'
import { requireRecord, useChange } from './use-webhooks.ts'

export function CreateEndpointPage() {
  const { t } = useTranslation('settings')
  const client = useClient()
  const navigate = useNavigate()
  const mayWrite = useReach('write')
  const create = useChange(async (fields: Parameters<typeof createWebhookEndpoint>[1]) => {
    const { entities, result } = await createWebhookEndpoint(client, fields)
    return requireRecord(entities.webhookEndpoints?.[result])
  })
  const made = create.data
  return (
    <>
      <div>
        <BackLink>{t('webhooks.back')}</BackLink>
        <h1 className="mt-1 font-semibold text-xl">{t('form.create_title')}</h1>
      </div>
      {mayWrite ? (
        <EndpointForm
          action={t('form.create')}
          isRunning={create.isPending || create.isSuccess}
          error={create.error}
          onSave={create.mutate}
        />
      ) : (
        <Forbidden action="write" />
      )}
      {made ? (
        <SecretDialog
          title={t('secret.created')}
          text={t('secret.created_text')}
          secret={made.secret ?? ''}
          onClose={() =>
            navigate({ to: '/settings/webhooks/$endpointId', params: { endpointId: made.id }, replace: true })
          }
        />
      ) : null}
    </>
  )
}
