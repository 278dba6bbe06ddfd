import { useMutation } from '@tanstack/react-query'
import { getCallbackSecret, rotateCallbackSecret } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useClient } from '../../service/service-context.ts'
import { ConfirmDialog } from '../pieces/confirm-dialog.tsx'
import { CopyText } from '../pieces/copy-text.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { Moment } from '../pieces/moment.tsx'
import { Panel } from '../pieces/panel.tsx'

/** Callbacks of tasks have one secret for the organization. It is made when it is first asked for, so only a press asks. */
export function CallbackSecret() {
  const { t } = useTranslation('settings')
  const client = useClient()
  const [isAsking, setIsAsking] = useState(false)
  const read = useMutation({ mutationFn: () => getCallbackSecret(client) })
  const rotate = useMutation({
    mutationFn: () => rotateCallbackSecret(client),
    onSuccess: () => setIsAsking(false),
  })
  const shown = rotate.data ?? read.data
  return (
    <Panel
      title={t('callbacks.title')}
      text={t('callbacks.text')}
      action={
        shown ? (
          <Button touch="sm" onClick={() => setIsAsking(true)}>
            {t('callbacks.rotate')}
          </Button>
        ) : (
          <Button touch="sm" disabled={read.isPending} onClick={() => read.mutate()}>
            {t('callbacks.show')}
          </Button>
        )
      }
    >
      {shown ? (
        <div className="mt-4">
          <CopyText key={shown.secret} label={t('callbacks.label')} value={shown.secret} />
          {shown.previousSecretUntil ? (
            <p className="mt-2 text-quiet text-sm">
              {t('secret.overlap')} <Moment at={shown.previousSecretUntil} />
            </p>
          ) : null}
        </div>
      ) : null}
      <ErrorNote error={read.error} />
      {isAsking ? (
        <ConfirmDialog
          title={t('callbacks.rotate_title')}
          text={t('rotate.text')}
          action={t('rotate.action')}
          isRunning={rotate.isPending}
          error={rotate.error}
          onConfirm={() => rotate.mutate()}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Panel>
  )
}
