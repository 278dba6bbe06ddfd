import { BookOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCaptureProfiles } from '../../capture/use-capture.ts'
import { PageError } from '../../frame/page-error.tsx'
import { useRights } from '../../session/permissions.ts'
import { CodeName } from '../pieces/code-name.tsx'
import { Note } from '../pieces/note.tsx'
import { Skeleton } from '../pieces/skeleton.tsx'
import { Forbidden } from './forbidden.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ReusableLinks } from './reusable-links.tsx'

/** What people are asked for when they take pictures, and the codes that hang at gates. */
export function CapturePage() {
  const { t } = useTranslation('capture')
  const { may } = useRights()
  return (
    <>
      <div>
        <h1 className="font-semibold text-xl">{t('page.title')}</h1>
        <p className="mt-1 max-w-prose text-quiet">
          {t('page.text')}{' '}
          <a
            href="/docs/guides/capture-links"
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 text-accent underline underline-offset-4"
          >
            <BookOpen aria-hidden className="size-4" />
            {t('page.docs')}
          </a>
        </p>
      </div>
      {may('read') ? (
        <>
          <Profiles />
          <ReusableLinks />
        </>
      ) : (
        <Forbidden action="read" />
      )}
    </>
  )
}

function Profiles() {
  const { t } = useTranslation('capture')
  const mayWrite = useRights().reachesOrganization('write')
  const { data: profiles, error, refetch } = useCaptureProfiles()
  if (error && !profiles) return <PageError error={error} reset={() => refetch()} />
  if (!profiles) return <Skeleton rows={3} />
  return (
    <section aria-labelledby="profiles" className="flex flex-col gap-3">
      <div>
        <h2 id="profiles" className="font-semibold text-base">
          {t('profiles.title')}
        </h2>
        <p className="mt-1 max-w-prose text-quiet">{t('profiles.text')}</p>
      </div>
      {mayWrite ? null : (
        <Note kind="plain" title={t('profiles.read_only')}>
          <p className="text-quiet">
            {t('profiles.read_only_text')} <CodeName name="monk_core_api:inspections:write_organization" />
          </p>
        </Note>
      )}
      <ul aria-label={t('profiles.title')} className="flex flex-col gap-3">
        {profiles.map((profile) => (
          <ProfileCard key={profile.id} profile={profile} />
        ))}
      </ul>
    </section>
  )
}
