import { useNavigate, useParams } from '@tanstack/react-router'
import { type CaptureProfile, updateCaptureProfile, WalkaroundError } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isShipped, useProfileName } from '../../capture/profile-words.ts'
import { useCaptureChange } from '../../capture/use-capture.ts'
import { NotFound, PageError } from '../../frame/page-error.tsx'
import { Button } from '../../look/button.tsx'
import { useClient } from '../../service/service-context.ts'
import { useRights } from '../../session/permissions.ts'
import { Skeleton } from '../pieces/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { Forbidden } from './forbidden.tsx'
import { type ProfileFields, ProfileForm } from './profile-form.tsx'
import { useProfile } from './use-profile.ts'

export function EditProfilePage() {
  const { profileId } = useParams({ from: '/settings/capture/$profileId/edit' })
  const mayWrite = useRights().reachesOrganization('write')
  const { profile, error, refetch } = useProfile(profileId)
  if (!mayWrite) return <Forbidden action="write" />
  if (error && !profile) return <PageError error={error} reset={() => refetch()} />
  if (profile === undefined) return <Skeleton rows={3} />
  if (profile === null || isShipped(profile)) return <NotFound />
  return <EditProfile profile={profile} />
}

function EditProfile({ profile }: { profile: CaptureProfile }) {
  const { t } = useTranslation('capture')
  const nameOf = useProfileName()
  const client = useClient()
  const navigate = useNavigate()
  // What was read first stays in the form: nobody loses what they typed, or overwrites what they have not seen.
  const [shown, setShown] = useState(profile)
  const save = useCaptureChange((fields: ProfileFields) =>
    updateCaptureProfile(client, profile.id, fields, { version: shown.version ?? 1 }),
  )
  const isStale = save.error instanceof WalkaroundError && save.error.code === 'version_stale'
  const leave = () => navigate({ to: '/settings/capture/$profileId', params: { profileId: profile.id } })
  return (
    <>
      <div>
        <BackLink />
        <h1 className="mt-1 break-words font-semibold text-xl">
          {t('form.title', { name: nameOf(profile) })}
        </h1>
        <p className="mt-1 text-quiet">{t('form.text')}</p>
      </div>
      <ProfileForm
        key={shown.version}
        profile={shown}
        isRunning={save.isPending}
        error={save.error}
        onSave={(fields) => save.mutate(fields, { onSuccess: leave })}
        onCancel={leave}
      />
      {isStale ? (
        <Button
          touch="sm"
          className="self-start"
          onClick={() => {
            setShown(profile)
            save.reset()
          }}
        >
          {t('form.take_theirs')}
        </Button>
      ) : null}
    </>
  )
}
