import { Link, useNavigate } from '@tanstack/react-router'
import { type CaptureProfile, createCaptureProfile, deleteCaptureProfile } from '@walkaround/sdk'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isShipped, useProfileName } from '../../capture/profile-words.ts'
import { useCaptureChange } from '../../capture/use-capture.ts'
import { Button } from '../../look/button.tsx'
import { buttonLook } from '../../look/button-look.ts'
import { useClient } from '../../service/service-context.ts'
import { ConfirmDialog } from '../pieces/confirm-dialog.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'

export function ProfileActions({ profile }: { profile: CaptureProfile }) {
  const { t } = useTranslation('capture')
  const nameOf = useProfileName()
  const client = useClient()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const copy = useCaptureChange(() => {
    const { steps = [], vehicleTypes = {}, damagesMax = 0, consent = {} } = profile
    const { asksLocation = false, keepsOwnPlate = null } = profile
    const name = t('profile.copy_of', { name: nameOf(profile) })
    const asked = { steps, vehicleTypes, damagesMax, consent, asksLocation, keepsOwnPlate }
    return createCaptureProfile(client, { name, ...asked })
  })
  const remove = useCaptureChange(async () => {
    await deleteCaptureProfile(client, profile.id)
    // Before everything is read again: this page would only say that the profile is gone.
    await navigate({ to: '/settings/capture' })
  })
  const edit = (profileId: string) =>
    navigate({ to: '/settings/capture/$profileId/edit', params: { profileId } })
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {isShipped(profile) ? null : (
          <Link
            to="/settings/capture/$profileId/edit"
            params={{ profileId: profile.id }}
            className={`${buttonLook({ kind: 'main', touch: 'sm' })} max-sm:flex-1`}
          >
            <Pencil aria-hidden className="size-4" />
            {t('profile.edit')}
          </Link>
        )}
        <Button
          kind={isShipped(profile) ? 'main' : 'plain'}
          disabled={copy.isPending}
          touch="sm"
          className="max-sm:flex-1"
          onClick={() => copy.mutate(undefined, { onSuccess: ({ result }) => edit(result) })}
        >
          <Copy aria-hidden className="size-4" />
          {t('profile.copy')}
        </Button>
        {isShipped(profile) ? null : (
          <Button kind="danger" touch="sm" className="max-sm:flex-1" onClick={() => setIsAsked(true)}>
            <Trash2 aria-hidden className="size-4" />
            {t('profile.delete')}
          </Button>
        )}
      </div>
      <ErrorNote error={copy.error} />
      {isAsked ? (
        <ConfirmDialog
          title={t('delete.title', { name: nameOf(profile) })}
          text={t('delete.text')}
          action={t('profile.delete')}
          isDanger
          isRunning={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </div>
  )
}
