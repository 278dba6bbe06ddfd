import type { CaptureLink } from '@walkaround/sdk'
import { QrCode } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkEnd, RevokeButton } from '../../capture/link-row.tsx'
import { isUsable } from '../../capture/link-state.ts'
import { useProfileName } from '../../capture/profile-words.ts'
import { useCaptureProfiles, useReusableLinks } from '../../capture/use-capture.ts'
import { Button } from '../../look/button.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { useRights } from '../../session/permissions.ts'
import { ErrorNote } from '../pieces/error-note.tsx'
import { Panel } from '../pieces/panel.tsx'

const ReusableLinkDialog = lazy(async () => ({
  default: (await import('./reusable-link-dialog.tsx')).ReusableLinkDialog,
}))

/** Codes to print once: each device that opens one gets an inspection of its own. */
export function ReusableLinks() {
  const { t } = useTranslation('capture')
  const { mayCreate, may } = useRights()
  const mayMake = mayCreate && may('update')
  const [isMaking, setIsMaking] = useState(false)
  const { data: links, error } = useReusableLinks()
  if (!mayMake && !links?.length) return null
  return (
    <Panel
      title={t('reusable.title')}
      text={t('reusable.text')}
      action={
        mayMake ? (
          <Button touch="sm" onClick={() => setIsMaking(true)}>
            <QrCode aria-hidden className="size-4" />
            {t('reusable.make')}
          </Button>
        ) : null
      }
    >
      {links?.length === 0 ? <p className="mt-3 text-quiet">{t('reusable.none')}</p> : null}
      <ErrorNote error={links ? null : error} />
      {links?.length ? (
        <ul aria-label={t('reusable.title')} className="mt-3">
          {links.map((link) => (
            <ReusableLinkRow key={link.id} link={link} mayRevoke={may('update')} />
          ))}
        </ul>
      ) : null}
      {isMaking ? (
        <Suspense>
          <ReusableLinkDialog onClose={() => setIsMaking(false)} />
        </Suspense>
      ) : null}
    </Panel>
  )
}

function ReusableLinkRow({ link, mayRevoke }: { link: CaptureLink; mayRevoke: boolean }) {
  const { t } = useTranslation('capture')
  const labels = useLabels()
  const nameOf = useProfileName()
  const { data: profiles = [] } = useCaptureProfiles()
  const name = nameOf(profiles.find(({ id }) => id === link.profileId))
  const tasks = link.inspection?.tasks.map((task) => labels.tasks[task]) ?? []
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{name}</p>
        <p className="text-quiet text-sm">{tasks.length > 0 ? tasks.join(', ') : t('reusable.no_tasks')}</p>
        <p className="text-quiet text-sm">
          {t('reusable.opened', { count: link.useCount ?? 0, most: link.usesMax })} ·{' '}
          {t('reusable.finished', { count: link.finishedCount ?? 0 })} · <LinkEnd link={link} />
        </p>
      </div>
      {mayRevoke && isUsable(link) ? <RevokeButton link={link} name={name} /> : null}
    </li>
  )
}
