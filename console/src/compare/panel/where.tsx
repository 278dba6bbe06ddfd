import { diagram } from '@walkaround/catalog/diagram/diagram'
import { drawnAs } from '@walkaround/catalog/diagram/views'
import { bodyOf } from '@walkaround/catalog/vehicle-types'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { DIAGRAM_LOOK } from '../../look/diagram-look.ts'
import { useLabels } from '../../look/use-labels.ts'
import { useCompare, useScreen } from '../compare-context.ts'
import type { Place } from '../compare-model.ts'
import type { DrawnSide } from '../screen-store.ts'
import { VERDICTS, type Verdict } from '../verdicts.ts'

const PIN_RADIUS = 30
const SIDES: readonly DrawnSide[] = ['earlier', 'both', 'later']

/** Which of the places each state of the vehicle shows. */
const SHOWN: Record<DrawnSide, readonly Verdict[]> = {
  earlier: ['worsened', 'unchanged', 'repaired'],
  both: VERDICTS,
  later: ['new', 'worsened', 'uncertain', 'not_comparable', 'unchanged'],
}

const LOOK = [
  '[&_[data-verdict=new]]:fill-change [&_[data-verdict=new]]:stroke-change',
  '[&_[data-verdict=worsened]]:fill-[url(#compare-worsened)] [&_[data-verdict=worsened]]:stroke-change [&_[data-verdict=worsened]]:stroke-2',
  '[&_[data-verdict=unchanged]]:fill-line [&_[data-verdict=unchanged]]:stroke-quiet',
  '[&_[data-verdict=repaired]]:fill-panel [&_[data-verdict=repaired]]:stroke-good [&_[data-verdict=repaired]]:stroke-[3]',
  '[&_[data-verdict=uncertain]]:fill-[url(#compare-uncertain)] [&_[data-verdict=uncertain]]:stroke-quiet',
  '[&_[data-verdict=not-comparable]]:fill-[url(#compare-unseen)] [&_[data-verdict=not-comparable]]:stroke-quiet',
  '[&_.change-ink]:fill-none [&_.change-ink]:stroke-change [&_.change-soft]:fill-change-soft',
  '[&_.paper]:fill-panel [&_.quiet-ink]:fill-none [&_.quiet-ink]:stroke-quiet [&_.quiet-dot]:fill-quiet',
  '[&_[data-chosen]_circle]:fill-accent dark:[&_[data-chosen]_text]:fill-on-accent',
].join(' ')

/** Colors come from the page, so that they follow its look; the hatches say the same without color. */
const HATCHES = `<defs><pattern id="compare-worsened" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="9" height="9" class="change-soft"/><path d="M4.5 0V9" class="change-ink" stroke-width="2.4"/></pattern><pattern id="compare-unseen" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="8" class="paper"/><path d="M4 0V8" class="quiet-ink" stroke-width="1"/></pattern><pattern id="compare-uncertain" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" class="paper"/><circle cx="4.5" cy="4.5" r="1.6" class="quiet-dot"/></pattern></defs>`

/** The vehicle with both states: what was there, what is there, and what nobody could see. */
export default function Where() {
  const { t } = useTranslation('compare')
  const labels = useLabels()
  const { compared, place, vehicleType, actions, screen } = useCompare()
  const drawn = useScreen((state) => state.drawn)
  const { svg, unplaced } = useMemo(() => {
    const shown = compared.places.filter((one) => one.isDamage && SHOWN[drawn].includes(one.verdict))
    return drawingOf(shown, { vehicleType, title: t('where.title') })
  }, [compared.places, drawn, vehicleType, t])
  const marked = useMemo(
    () => svg.replace(`data-number="${place?.number}"`, `data-number="${place?.number}" data-chosen="true"`),
    [svg, place?.number],
  )
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const number = Number(target?.closest('[data-number]')?.getAttribute('data-number'))
    const part = target?.closest('[data-part]')?.getAttribute('data-part')
    const found =
      compared.places.find((one) => one.number === number) ??
      compared.places.find((one) => one.partType && drawnAs(one.partType).some((name) => name === part))
    if (found) actions.choose(found.number)
  }
  return (
    <section aria-label={t('where.title')} className="rounded-panel border border-line bg-panel p-3">
      <div className="flex items-center justify-between gap-2 ps-1">
        <h2 className="font-semibold">{t('where.title')}</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons is no field of a form */}
        <div role="group" aria-label={t('where.state')} className="flex rounded-control border border-line">
          {SIDES.map((side) => (
            <Button
              key={side}
              size="small"
              kind="ghost"
              aria-pressed={drawn === side}
              className={classes('max-lg:min-h-[44px]', drawn === side && 'bg-chosen text-accent')}
              onClick={() => screen.setState({ drawn: side })}
            >
              {t(side === 'both' ? 'where.both' : `side.${side}`)}
            </Button>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same is in the list below, for the keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        dir="ltr"
        onClick={onClick}
        className={classes(DIAGRAM_LOOK, LOOK, 'mt-1 [&_svg]:mx-auto [&_svg]:max-h-[13.5rem]')}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own catalog, which escapes what it is given
        dangerouslySetInnerHTML={{ __html: marked }}
      />
      {unplaced.length > 0 ? (
        <p className="ps-1 text-quiet text-sm">
          {t('where.unplaced', { parts: unplaced.map((type) => labels.parts[type]).join(', ') })}
        </p>
      ) : null}
    </section>
  )
}

/** A part with several places shows the first category of the list. */
function drawingOf(
  places: readonly Place[],
  { vehicleType, title }: { vehicleType: string | null; title: string },
) {
  const verdicts = new Map<string, Verdict>()
  for (const { partType, verdict } of places)
    for (const part of partType ? drawnAs(partType) : []) if (!verdicts.has(part)) verdicts.set(part, verdict)
  const marks = places.flatMap(({ partType, number }) =>
    partType ? [{ part_type: partType, number, level: 0 as const }] : [],
  )
  const { svg, unplaced } = diagram({
    body: bodyOf(vehicleType),
    marks,
    title,
    pin_radius: PIN_RADIUS,
  })
  const colored = svg
    .replace(/data-part="([^"]*)"/g, (text, part: string) => {
      const verdict = verdicts.get(part)
      return verdict ? `${text} data-verdict="${verdict.replace('_', '-')}"` : text
    })
    .replace('</title>', `</title>${HATCHES}`)
  return { svg: colored, unplaced }
}
