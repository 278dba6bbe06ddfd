import { Smartphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkRow } from '../../capture/link-row.tsx'
import { useCaptureLinks, useCaptureProfiles, useCaptureProgress } from '../../capture/use-capture.ts'
import { Button } from '../../look/button.tsx'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useInspection } from '../inspection-context.ts'
import { useMay } from '../use-may.ts'

const LinkDialog = lazy(async () => ({
  default: (await import('../../capture/link-dialog.tsx')).LinkDialog,
}))

/** Who was asked to take pictures, and how far they are. Not there for readers as long as nobody was asked. */
export function CapturePanel() {
  const { t } = useTranslation('capture')
  const { inspectionId } = useInspection()
  const mayUpdate = useMay('update')
  const [isAsking, setIsAsking] = useState(false)
  const { data: links, error, refetch } = useCaptureLinks(inspectionId)
  const { data: profiles = [] } = useCaptureProfiles()
  const { data: progress } = useCaptureProgress(inspectionId, (links?.length ?? 0) > 0)
  if (!mayUpdate && !links?.length) return null
  return (
    <TitledPanel
      title={t('links.title')}
      action={
        mayUpdate ? (
          <Button touch="sm" onClick={() => setIsAsking(true)}>
            <Smartphone aria-hidden className="size-4" />
            {t('links.ask')}
          </Button>
        ) : null
      }
    >
      {links?.length === 0 ? <p className="text-quiet">{t('links.none')}</p> : null}
      {error && !links ? (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-bad">
          {t('links.failed')}
          <Button size="small" touch="sm" onClick={() => refetch()}>
            {t('again')}
          </Button>
        </p>
      ) : null}
      {links?.length ? (
        <ul aria-label={t('links.title')}>
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              profile={profiles.find(({ id }) => id === link.profileId)}
              progress={progress}
              mayRevoke={mayUpdate}
            />
          ))}
        </ul>
      ) : null}
      {isAsking ? (
        <Suspense>
          <LinkDialog inspectionId={inspectionId} onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </TitledPanel>
  )
}
