import { Link, useNavigate } from '@tanstack/react-router'
import {
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from '@walkaround/sdk'
import { KeyRound, Pencil, Power, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { buttonLook } from '../../look/button-look.ts'
import { useClient } from '../../service/service-context.ts'
import { ConfirmDialog } from '../pieces/confirm-dialog.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { nameOf, requireRecord, useChange } from './use-webhooks.ts'

type Props = { endpoint: WebhookEndpoint; onTested: (deliveryId: string) => void }

export function EndpointActions({ endpoint, onTested }: Props) {
  const { t } = useTranslation('settings')
  const client = useClient()
  const navigate = useNavigate()
  const [question, setQuestion] = useState<'rotate' | 'disable' | 'delete' | null>(null)
  const { id } = endpoint
  const test = useChange(() => testWebhookEndpoint(client, id))
  const enable = useChange((isEnabled: boolean) => updateWebhookEndpoint(client, id, { isEnabled }))
  const remove = useChange(async () => {
    await deleteWebhookEndpoint(client, id)
    // Before everything is read again: this page would only say that the endpoint is gone.
    await navigate({ to: '/settings/webhooks' })
  })
  const rotate = useChange(async () => {
    const { entities } = await rotateWebhookSecret(client, id)
    return requireRecord(entities.webhookEndpoints?.[id]).secret ?? ''
  })
  const close = () => setQuestion(null)
  const isEnabled = endpoint.isEnabled !== false
  return (
    <div>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
        <Button
          kind="main"
          disabled={test.isPending}
          touch="sm"
          className="max-sm:col-span-2"
          onClick={() => test.mutate(undefined, { onSuccess: ({ result }) => onTested(result) })}
        >
          <Send aria-hidden className="size-4 rtl:-scale-x-100" />
          {test.isPending ? t('act.testing') : t('act.test')}
        </Button>
        <Link
          to="/settings/webhooks/$endpointId/edit"
          params={{ endpointId: id }}
          className={buttonLook({ touch: 'sm' })}
        >
          <Pencil aria-hidden className="size-4" />
          {t('act.edit')}
        </Link>
        <Button touch="sm" onClick={() => setQuestion('rotate')}>
          <KeyRound aria-hidden className="size-4" />
          {t('act.rotate')}
        </Button>
        <Button
          touch="sm"
          disabled={enable.isPending}
          onClick={() => (isEnabled ? setQuestion('disable') : enable.mutate(true))}
        >
          <Power aria-hidden className="size-4" />
          {isEnabled ? t('act.disable') : t('act.enable')}
        </Button>
        <Button kind="danger" touch="sm" onClick={() => setQuestion('delete')}>
          <Trash2 aria-hidden className="size-4" />
          {t('act.delete')}
        </Button>
      </div>
      <ErrorNote error={test.error ?? (question ? null : enable.error)} />
      {question === 'disable' ? (
        <ConfirmDialog
          title={t('disable.title')}
          text={t('disable.text')}
          action={t('act.disable')}
          isRunning={enable.isPending}
          error={enable.error}
          onConfirm={() => enable.mutate(false, { onSuccess: close })}
          onClose={close}
        />
      ) : null}
      {question === 'delete' ? (
        <ConfirmDialog
          title={t('delete.title', { name: nameOf(endpoint) })}
          text={t('delete.text')}
          action={t('act.delete')}
          isDanger
          isRunning={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined)}
          onClose={close}
        />
      ) : null}
      {question === 'rotate' && !rotate.data ? (
        <ConfirmDialog
          title={t('rotate.title')}
          text={t('rotate.text')}
          action={t('rotate.action')}
          isRunning={rotate.isPending}
          error={rotate.error}
          onConfirm={() => rotate.mutate(undefined)}
          onClose={close}
        />
      ) : null}
      {rotate.data ? (
        <SecretDialog
          title={t('secret.rotated')}
          text={t('secret.rotated_text')}
          secret={rotate.data}
          onClose={() => {
            close()
            rotate.reset()
          }}
        />
      ) : null}
    </div>
  )
}
