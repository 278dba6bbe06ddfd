import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../look/use-labels.ts'
import { isKept, reviewOf } from '../../review/review-model.ts'
import { useFindingName } from '../../review/use-finding-name.ts'
import { useInspection } from '../inspection-context.ts'
import { CarFromAbove } from './car-from-above.tsx'
import { WheelCard } from './wheel-card.tsx'
import { type WheelName, wheelsOf } from './wheels-model.ts'

/** The car stands between left and right, over both axles. */
const PLACES = [
  'wheel_front_left',
  'car',
  'wheel_front_right',
  'wheel_back_left',
  'wheel_back_right',
] as const

/** The four wheels where they are on the vehicle. */
export function Wheels() {
  const { t } = useTranslation('wheels')
  const { inspectionId, entities } = useInspection()
  const labels = useLabels()
  const nameOf = useFindingName()
  const review = useMemo(() => reviewOf(inspectionId, entities), [inspectionId, entities])
  const wheels = useMemo(() => wheelsOf(entities, review.pictures), [entities, review])
  const unplaced = wheels.get(null)
  const task = review.tasks.find(({ name }) => name === 'wheel_analysis')
  const damagesOf = (place: string) =>
    review.findings
      .filter(
        (one) => isKept(one) && one.partType?.endsWith(place) && /^(wheel|rim|hubcap)_/.test(one.partType),
      )
      .map((one) => ({ id: one.id, name: nameOf(one) }))
  const card = (name: WheelName) => (
    <WheelCard
      key={name}
      title={labels.parts[name]}
      wheel={wheels.get(name)}
      inspectionId={inspectionId}
      damages={damagesOf(name.replace('wheel', ''))}
    />
  )
  return (
    <div className="mx-auto flex w-full max-w-[110rem] flex-col gap-3 p-3 sm:p-4">
      <h2 className="font-semibold text-lg">{t('title')}</h2>
      <p className="max-w-[75ch] text-quiet">
        {wheels.size > 0
          ? t('how')
          : task
            ? t(`none.${task.status}`, { defaultValue: t('none.other') })
            : t('none.no_task')}
      </p>
      {wheels.size > 0 ? (
        <div dir="ltr" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_14rem_1fr]">
          {PLACES.map((place) =>
            place === 'car' ? (
              <div
                key={place}
                className="row-span-2 grid place-items-center rounded-panel border border-line bg-panel p-2 max-lg:hidden"
              >
                <CarFromAbove vehicleType={review.vehicleType} wheels={wheels} />
              </div>
            ) : (
              card(place)
            ),
          )}
        </div>
      ) : null}
      {unplaced ? (
        <WheelCard title={t('unplaced')} wheel={unplaced} inspectionId={inspectionId} damages={[]} />
      ) : null}
    </div>
  )
}
