import { useParams } from '@tanstack/react-router'
import { isLanguage, nameOfLanguage } from '@walkaround/catalog/languages'
import { vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import type { CaptureProfile } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { isShipped, useProfileName } from '../../capture/profile-words.ts'
import { NotFound, PageError } from '../../frame/page-error.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { useRights } from '../../session/permissions.ts'
import { ExactMoment } from '../pieces/moment.tsx'
import { Panel } from '../pieces/panel.tsx'
import { Skeleton } from '../pieces/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { Forbidden } from './forbidden.tsx'
import { ownPlateChoiceOf } from './own-plate.ts'
import { ProfileActions } from './profile-actions.tsx'
import { StepList } from './step-list.tsx'
import { useProfile } from './use-profile.ts'

/** One profile: what it asks for, and what can be done with it. */
export function ProfilePage() {
  const { profileId } = useParams({ from: '/settings/capture/$profileId' })
  const { may } = useRights()
  return (
    <>
      <BackLink />
      {may('read') ? <Profile profileId={profileId} /> : <Forbidden action="read" />}
    </>
  )
}

function Profile({ profileId }: { profileId: string }) {
  const { t } = useTranslation('capture')
  const nameOf = useProfileName()
  const mayWrite = useRights().reachesOrganization('write')
  const { profile, error, refetch } = useProfile(profileId)
  if (error && !profile) return <PageError error={error} reset={() => refetch()} />
  if (profile === undefined) return <Skeleton rows={3} />
  if (profile === null) return <NotFound />
  return (
    <>
      <div className="-mt-3">
        <h1 className="min-w-0 break-words font-semibold text-xl">{nameOf(profile)}</h1>
        <p className="mt-1 text-quiet">
          {isShipped(profile) ? (
            t('profile.shipped_text')
          ) : (
            <>
              {t('profile.version', { version: profile.version })} · {t('profile.version_text')}
            </>
          )}
        </p>
      </div>
      {mayWrite ? <ProfileActions profile={profile} /> : null}
      <Panel title={t('profile.steps')} text={t('profile.steps_text')}>
        <StepList steps={profile.steps ?? []} />
      </Panel>
      <OtherVehicles profile={profile} />
      <Terms profile={profile} />
    </>
  )
}

function OtherVehicles({ profile }: { profile: CaptureProfile }) {
  const { t } = useTranslation('capture')
  const labels = useLabels()
  const others = Object.entries(profile.vehicleTypes ?? {})
  if (others.length === 0) return null
  return (
    <Panel title={t('profile.vehicles')} text={t('profile.vehicles_text')}>
      {others.map(([name, steps]) => {
        const type = vehicleTypeOf(name)
        return (
          <div key={name} className="mt-4">
            <h3 className="font-medium">{type ? labels.vehicle_types[type] : name}</h3>
            <StepList steps={steps} />
          </div>
        )
      })}
    </Panel>
  )
}

function Terms({ profile }: { profile: CaptureProfile }) {
  const { t } = useTranslation('capture')
  const consent = Object.entries(profile.consent ?? {})
  return (
    <Panel title={t('profile.terms')}>
      <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-[12rem_1fr]">
        <dt className="text-quiet">{t('profile.damages')}</dt>
        <dd>
          {profile.damagesMax
            ? t('profile.damages_max', { count: profile.damagesMax })
            : t('profile.no_damages')}
        </dd>
        <dt className="text-quiet">{t('profile.location')}</dt>
        <dd>{t(profile.asksLocation ? 'profile.location_asked' : 'profile.location_unasked')}</dd>
        <dt className="text-quiet">{t('own_plate.title')}</dt>
        <dd>{t(`own_plate.${ownPlateChoiceOf(profile.keepsOwnPlate ?? null).name}`)}</dd>
        <dt className="text-quiet">{t('profile.consent')}</dt>
        <dd>
          {consent.length === 0 ? t('profile.no_consent') : null}
          {consent.map(([language, text]) => (
            <div key={language} className="mb-2">
              <p className="font-medium">{isLanguage(language) ? nameOfLanguage(language) : language}</p>
              <p lang={language} className="whitespace-pre-wrap break-words">
                {text}
              </p>
            </div>
          ))}
        </dd>
        {profile.createdAt ? (
          <>
            <dt className="text-quiet">{t('profile.created')}</dt>
            <dd>
              <ExactMoment at={profile.createdAt} />
            </dd>
          </>
        ) : null}
      </dl>
    </Panel>
  )
}
