import type { Image } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import type { Picture } from '../../review/pictures.ts'
import { TextPicture } from './text-picture.tsx'

type Props = { odometer: NonNullable<Image['odometer']>; picture: Picture; inspectionId: string }

export function OdometerCard({ odometer, picture, inspectionId }: Props) {
  const { t, i18n } = useTranslation('documents')
  const { value, unit, confidenceScore, error } = odometer
  return (
    <section
      aria-label={t('of_picture', { what: t('odometer.title'), number: picture.number })}
      className="flex gap-4 rounded-panel border border-line bg-panel p-4 max-sm:flex-col"
    >
      <div className="sm:w-56 sm:shrink-0">
        <TextPicture inspectionId={inspectionId} picture={picture} polygons={[]} marked={null} />
        <p className="mt-1 text-quiet text-sm">{t('picture', { number: picture.number })}</p>
      </div>
      <div>
        <h3 className="font-semibold text-base">{t('odometer.title')}</h3>
        {value === null ? (
          <p className="mt-1 text-quiet">{t('odometer.unread')}</p>
        ) : (
          <p className="mt-1">
            <span className="font-bold text-2xl tabular-nums">
              {value.toLocaleString(i18n.language)} {unit ? t(`units.${unit}`) : ''}
            </span>{' '}
            <span className="text-quiet text-sm">
              {confidenceScore.toLocaleString(i18n.language, { style: 'percent' })}
            </span>
          </p>
        )}
        {error ? <p className="mt-1 text-bad text-sm">{error}</p> : null}
        {value !== null && !unit ? <p className="mt-1 text-quiet text-sm">{t('odometer.no_unit')}</p> : null}
      </div>
    </section>
  )
}
