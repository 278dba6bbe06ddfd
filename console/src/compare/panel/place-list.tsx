import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { useLabels } from '../../look/use-labels.ts'
import { useMoney } from '../../look/use-money.ts'
import { MINOR } from '../charge.tsx'
import { useCompare } from '../compare-context.ts'
import { isOpen, type Place } from '../compare-model.ts'
import { GLYPH_LOOK, PlaceNumber, VerdictGlyph } from '../verdict-mark.tsx'
import { isNotCharged, VERDICTS } from '../verdicts.ts'

/** Every place, by category. */
export function PlaceList() {
  const { t } = useTranslation('compare')
  const { compared } = useCompare()
  const groups = VERDICTS.map(
    (verdict) => [verdict, compared.places.filter((place) => place.verdict === verdict)] as const,
  ).filter(([, places]) => places.length > 0)
  if (groups.length === 0) return null
  return (
    <section aria-label={t('list.label')} className="overflow-clip rounded-panel border border-line bg-panel">
      {groups.map(([verdict, places]) => (
        <div key={verdict} className="border-line not-first:border-t">
          <h3
            title={t(`meaning.${verdict}`)}
            className="flex items-center gap-2 bg-raised px-3 py-1 font-semibold text-quiet text-sm"
          >
            <VerdictGlyph verdict={verdict} className={GLYPH_LOOK[verdict]} />
            {t(`verdict.${verdict}`)} {places.length}
            {isNotCharged(verdict) ? (
              <span className="ms-auto font-normal">{t('list.not_charged')}</span>
            ) : null}
          </h3>
          <ol>
            {places.map((place) => (
              <PlaceRow key={place.id} place={place} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

function PlaceRow({ place }: { place: Place }) {
  const { t } = useTranslation('compare')
  const labels = useLabels()
  const { compared, place: chosen, actions } = useCompare()
  const money = useMoney(compared.currency ?? 'EUR')
  const row = useRef<HTMLButtonElement>(null)
  const isChosen = chosen?.id === place.id
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const state = !place.isDamage ? 'rejected' : isOpen(place) ? 'open' : 'decided'
  const isPriced = place.isDamage && place.isChargeable && place.amount !== null
  return (
    <li>
      <button
        ref={row}
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => actions.choose(place.number)}
        className={classes(
          'flex min-h-9 w-full items-center gap-2 border-transparent border-s-3 px-3 py-1 text-start -outline-offset-2 hover:bg-raised max-lg:min-h-[44px]',
          isChosen && 'border-accent bg-chosen hover:bg-chosen',
        )}
      >
        <PlaceNumber number={place.number} state={state} isChosen={isChosen} />
        <span
          className={classes('min-w-0 flex-1 truncate', state === 'rejected' && 'text-quiet line-through')}
        >
          <span className="font-medium">
            {place.partType ? labels.parts[place.partType] : t('place.part_unknown')}
          </span>{' '}
          <span className="text-quiet">{place.damageType ? labels.damage_types[place.damageType] : ''}</span>
          <span className="sr-only">, {t(`state.${state}`)}</span>
        </span>
        {isPriced ? (
          <span className={classes('tabular-nums', state === 'open' && 'text-quiet')}>
            {money((place.amount ?? 0) / MINOR)}
          </span>
        ) : null}
      </button>
    </li>
  )
}
