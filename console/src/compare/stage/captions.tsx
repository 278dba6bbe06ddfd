import { useTranslation } from 'react-i18next'
import { copy } from '../../inspection/raw/copy.ts'
import { classes } from '../../look/class-names.ts'
import { useDateTime } from '../../look/use-date-time.ts'
import { useLabels } from '../../look/use-labels.ts'
import { useCompare } from '../compare-context.ts'
import type { SideName } from './seen.ts'

/** Under each picture: when it was taken, who says so, and the digest of the file. */
export function Captions({ className }: { className?: string }) {
  return (
    <div className={classes('grid grid-cols-2 gap-0.5 bg-line', className)}>
      <Caption side="earlier" />
      <Caption side="later" />
    </div>
  )
}

function Caption({ side }: { side: SideName }) {
  const { t } = useTranslation('compare')
  const labels = useLabels()
  const scope = useCompare()
  const dateTime = useDateTime()
  const sighting = scope.pair?.[side]
  const { pictures } = scope[side]
  const picture = pictures.find(({ id }) => id === sighting?.imageId)
  const look = 'min-w-0 bg-panel px-3.5 py-2 max-sm:px-3'
  if (!sighting)
    return (
      <div className={look}>
        <p className="font-semibold">{t('caption.none')}</p>
        <p className="text-quiet text-sm">{t('caption.none_text', { count: pictures.length })}</p>
      </div>
    )
  const shot = [
    picture ? t('caption.picture', { number: picture.number, count: pictures.length }) : null,
    picture?.side ? labels.viewpoints[picture.side] : null,
  ]
  return (
    <div className={look}>
      <p className="flex flex-wrap gap-x-2">
        <span className="font-semibold">
          {sighting.capturedAt ? dateTime(sighting.capturedAt) : t('caption.no_time')}
        </span>
        <span className={sighting.capturedAtSource === 'camera' ? 'text-quiet' : 'text-warn'}>
          {t(`caption.${sighting.capturedAtSource}`)}
        </span>
      </p>
      <p className="flex flex-wrap justify-between gap-x-3 text-quiet text-sm">
        <span>{shot.filter(Boolean).join(' · ')}</span>
        <button
          type="button"
          title={t('caption.copy', { digest: sighting.sha256 })}
          onClick={() =>
            copy(sighting.sha256, { done: t('caption.copied'), failed: t('caption.not_copied') })
          }
          className="rounded font-mono text-xs hover:text-ink hover:underline"
        >
          SHA-256 {sighting.sha256.slice(0, 8)}…{sighting.sha256.slice(-4)}
        </button>
      </p>
    </div>
  )
}
