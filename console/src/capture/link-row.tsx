import { nameOfLanguage } from '@walkaround/catalog/languages'
import { type CaptureLink, type CaptureProfile, deleteCaptureLink } from '@walkaround/sdk'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { Chip } from '../look/chip.tsx'
import { ProgressBar } from '../look/progress-bar.tsx'
import { useClient } from '../service/service-context.ts'
import { ConfirmDialog } from '../settings/pieces/confirm-dialog.tsx'
import { Moment } from '../settings/pieces/moment.tsx'
import { isUsable, LINK_STATE_LOOKS, linkState } from './link-state.ts'
import { useProfileName } from './profile-words.ts'
import { type CaptureProgress, useCaptureChange } from './use-capture.ts'

type Props = {
  link: CaptureLink
  profile: CaptureProfile | undefined
  progress?: CaptureProgress | undefined
  mayRevoke: boolean
}

/** A link to an inspection: how far the person is. */
export function LinkRow({ link, profile, progress, mayRevoke }: Props) {
  const { t } = useTranslation('capture')
  const nameOf = useProfileName()
  const state = linkState(link, progress)
  const text = state === 'progress' ? t('state.progress', { ...progress }) : t(`state.${state}`)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 first:border-t-0">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-medium">{nameOf(profile)}</p>
        <p className="text-quiet text-sm">
          {link.language ? `${nameOfLanguage(link.language)} · ` : ''}
          <LinkEnd link={link} />
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 max-sm:w-full">
        <Chip {...LINK_STATE_LOOKS[state]} text={text} />
        {mayRevoke && isUsable(link) ? <RevokeButton link={link} name={nameOf(profile)} /> : null}
      </div>
      {state === 'progress' && progress ? (
        <ProgressBar
          className="basis-full"
          label={t('links.progress')}
          share={progress.done / Math.max(1, progress.total)}
        />
      ) : null}
    </li>
  )
}

export function LinkEnd({ link }: { link: CaptureLink }) {
  const { t } = useTranslation('capture')
  const at = link.status === 'revoked' ? link.revokedAt : link.expiresAt
  if (!at) return null
  const name = isUsable(link) ? 'expires' : link.status === 'revoked' ? 'revoked' : 'expired'
  return (
    <>
      {t(`links.${name}`)} <Moment at={at} />
    </>
  )
}

export function RevokeButton({ link, name }: { link: CaptureLink; name: string }) {
  const { t } = useTranslation('capture')
  const client = useClient()
  const [isAsked, setIsAsked] = useState(false)
  const revoke = useCaptureChange(() => deleteCaptureLink(client, link.id))
  const close = () => {
    setIsAsked(false)
    revoke.reset()
  }
  return (
    <>
      <Button size="small" aria-label={t('revoke.of', { name })} touch="sm" onClick={() => setIsAsked(true)}>
        {t('revoke.short')}
      </Button>
      {/* The words of the question are fetched with it. */}
      <Suspense>
        {isAsked ? (
          <ConfirmDialog
            title={t('revoke.title')}
            text={t(link.inspectionId ? 'revoke.text' : 'revoke.text_reusable')}
            action={t('revoke.action')}
            isDanger
            isRunning={revoke.isPending}
            error={revoke.error}
            onConfirm={() => revoke.mutate(undefined, { onSuccess: close })}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  )
}
