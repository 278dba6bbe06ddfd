import { useNavigate, useParams } from '@tanstack/react-router'
import { updateWebhookEndpoint, WalkaroundError, type WebhookEndpoint } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageError } from '../../frame/page-error.tsx'
import { Button } from '../../look/button.tsx'
import { useClient } from '../../service/service-context.ts'
import { Skeleton } from '../pieces/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { type EndpointFields, EndpointForm } from './endpoint-form.tsx'
import { Forbidden } from './forbidden.tsx'
import { useReach } from './use-reach.ts'
import { isGone, nameOf, useChange, useEndpoint } from './use-webhooks.ts'

export function EditEndpointPage() {
  const { endpointId } = useParams({ from: '/settings/webhooks/$endpointId/edit' })
  const { data: endpoint, error, refetch } = useEndpoint(endpointId)
  const mayWrite = useReach('write')
  if (!mayWrite) return <Forbidden action="write" />
  if (error && (!endpoint || isGone(error))) return <PageError error={error} reset={() => refetch()} />
  if (!endpoint) return <Skeleton rows={3} />
  return <EditEndpoint endpoint={endpoint} />
}

function EditEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('settings')
  const client = useClient()
  const navigate = useNavigate()
  // What was read first stays in the form: nobody loses what they typed, or overwrites what they have not seen.
  const [shown, setShown] = useState(endpoint)
  const save = useChange((fields: EndpointFields) =>
    updateWebhookEndpoint(client, endpoint.id, fields, { version: shown.version ?? 1 }),
  )
  const isStale = save.error instanceof WalkaroundError && save.error.code === 'version_stale'
  return (
    <>
      <div>
        <BackLink endpointId={endpoint.id}>{nameOf(endpoint)}</BackLink>
        <h1 className="mt-1 font-semibold text-xl">{t('form.edit_title')}</h1>
      </div>
      <EndpointForm
        key={shown.version}
        endpoint={shown}
        action={t('form.save')}
        isRunning={save.isPending}
        error={save.error}
        onSave={(fields) =>
          save.mutate(fields, {
            onSuccess: () =>
              navigate({ to: '/settings/webhooks/$endpointId', params: { endpointId: endpoint.id } }),
          })
        }
      />
      {isStale ? (
        <Button
          touch="sm"
          className="self-start"
          onClick={() => {
            setShown(endpoint)
            save.reset()
          }}
        >
          {t('form.take_theirs')}
        </Button>
      ) : null}
    </>
  )
}
