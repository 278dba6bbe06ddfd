import { Link } from '@tanstack/react-router'
import { WHEEL_CONDITIONS, WHEEL_PREDICTIONS } from '@walkaround/catalog/wheel-conditions'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { useLabels } from '../../look/use-labels.ts'
import { WheelCrop } from './wheel-crop.tsx'
import { type Answer, isDamaged, type Wheel } from './wheels-model.ts'

type Props = {
  title: string
  wheel: Wheel | undefined
  inspectionId: string
  damages: readonly { id: string; name: string }[]
}

/** What is known of the wheel at one place, and by which pictures. */
export function WheelCard({ title, wheel, inspectionId, damages }: Props) {
  const { t } = useTranslation('wheels')
  return (
    <section
      aria-label={title}
      // The places of the wheels never mirror; the words in them do.
      dir={document.documentElement.dir || 'ltr'}
      className="grid min-w-0 content-start gap-3 rounded-panel border border-line bg-panel p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-base">{title}</h3>
        {wheel ? <Condition isDamaged={isDamaged(wheel)} /> : null}
      </div>
      {wheel ? (
        <Readings wheel={wheel} inspectionId={inspectionId} />
      ) : (
        <p className="text-quiet">{t('not_seen')}</p>
      )}
      {damages.length > 0 ? (
        <div className="border-line border-t pt-2">
          <p className="text-quiet text-sm">{t('damages')}</p>
          <ul>
            {damages.map(({ id, name }) => (
              <li key={id}>
                <Link
                  to="/inspections/$inspectionId/damages"
                  params={{ inspectionId }}
                  search={{ damage: id }}
                  className="inline-flex min-h-7 items-center text-accent underline underline-offset-4"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

function Condition({ isDamaged }: { isDamaged: boolean | null }) {
  const { t } = useTranslation('wheels')
  const [Icon, look, word] =
    isDamaged === null
      ? ([CircleHelp, 'border border-line text-quiet', 'unknown'] as const)
      : isDamaged
        ? ([TriangleAlert, 'bg-severe text-on-severe', 'damaged'] as const)
        : ([CircleCheck, 'border border-good text-good', 'sound'] as const)
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 font-semibold text-sm',
        look,
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {t(`condition.${word}`)}
    </span>
  )
}

function Readings({ wheel, inspectionId }: { wheel: Wheel; inspectionId: string }) {
  const { t } = useTranslation('wheels')
  const labels = useLabels()
  // The keys of the table are the conditions; Object.keys does not say so.
  const names = Object.keys(WHEEL_CONDITIONS) as (keyof typeof WHEEL_CONDITIONS)[]
  return (
    <div className="flex gap-3 max-xl:flex-col xl:flex-row-reverse xl:justify-between">
      <ul aria-label={t('seen_on')} className="flex flex-wrap content-start gap-2 xl:w-36 xl:shrink-0">
        {wheel.sightings.map(({ id, picture, box }) => (
          <li key={id}>
            <Link
              to="/inspections/$inspectionId/review"
              params={{ inspectionId }}
              search={{ image: picture.id }}
              className="relative block overflow-hidden rounded-control border border-line"
            >
              <WheelCrop picture={picture} box={box} />
              <span className="absolute start-1 bottom-1 rounded bg-black/75 px-1.5 text-white text-xs">
                {t('picture', { number: picture.number })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <dl className="grid flex-1 content-start grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] gap-x-3 gap-y-1.5">
        {names.map((name) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-quiet">{labels.wheel_conditions[name]}</dt>
            <dd>
              <Answers answers={wheel.answers[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Answers({ answers }: { answers: readonly Answer[] }) {
  const { t, i18n } = useTranslation('wheels')
  const labels = useLabels()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const wordOf = (prediction: string) => {
    if (prediction === 'UNKNOWN') return t('unknown')
    const known = WHEEL_PREDICTIONS.find((one) => one === prediction)
    return known ? labels.wheel_predictions[known] : prediction
  }
  if (answers.length === 0) return <span className="text-quiet">{t('unknown')}</span>
  const isSplit = answers.length > 1
  return (
    <ul>
      {answers.map(({ prediction, confidence, pictures }) => {
        const isOpen = prediction === 'UNKNOWN' || prediction === 'NOT_APPLICABLE'
        return (
          <li key={prediction} className={isOpen ? 'text-quiet' : ''}>
            {wordOf(prediction)}{' '}
            {confidence === null || isOpen ? null : (
              <span className="whitespace-nowrap text-quiet text-sm tabular-nums">
                {percent.format(confidence)}
              </span>
            )}
            {isSplit ? (
              <span className="text-quiet text-sm">
                {' '}
                {t('on_pictures', { count: pictures.length, pictures: pictures.join(', ') })}
              </span>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
