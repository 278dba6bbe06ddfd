import { diagram, type Mark } from '@walkaround/catalog/diagram/diagram'
import { PART_TYPES } from '@walkaround/catalog/parts'
import { bodyOf } from '@walkaround/catalog/vehicle-types'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { DIAGRAM_LOOK } from '../../look/diagram-look.ts'
import { useLabels } from '../../look/use-labels.ts'
import { useReviewScope, useScreen } from '../review-context.ts'
import { isKept } from '../review-model.ts'
import { severityLook } from '../severity-look.ts'

/** The numbers are read at a third of the size they are drawn in. */
const PIN_RADIUS = 30

/** Where the damages are. A click on a part shows its damages, or sets the part of a damage that has none. */
export default function VehicleDiagram() {
  const { t } = useTranslation('review')
  const { review, screen, actions, finding, canEdit } = useReviewScope()
  const labels = useLabels()
  const part = useScreen((state) => state.partFilter)
  const { svg, unplaced } = useMemo(() => {
    const marks = review.findings.filter(isKept).flatMap(({ partType, number, level }): Mark[] => {
      if (!partType || number === null) return []
      return [{ part_type: partType, number, level: severityLook(level).level }]
    })
    return diagram({
      body: bodyOf(review.vehicleType),
      marks,
      title: t('diagram.label'),
      pin_radius: PIN_RADIUS,
    })
  }, [review, t])
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const number = Number(target?.closest('[data-number]')?.getAttribute('data-number'))
    const pinned = review.findings.find((one) => one.number === number)
    if (pinned) return actions.choose(pinned, true)
    const name = target?.closest('[data-part]')?.getAttribute('data-part')
    const clicked = PART_TYPES.find((type) => type === name)
    if (!clicked) return
    if (canEdit && finding && finding.partType === null) actions.setPart(clicked)
    else screen.setState({ partFilter: part === clicked ? null : clicked })
  }
  const damaged = [...new Set(review.findings.filter(isKept).flatMap(({ partType }) => partType ?? []))]
  return (
    <section aria-label={t('diagram.label')} className="rounded-panel border border-line bg-panel p-2">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same is in the list of parts below, for the keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        dir="ltr"
        onClick={onClick}
        className={classes('rounded-control p-1', DIAGRAM_LOOK)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own catalog, which escapes what it is given
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      {unplaced.length > 0 ? (
        <p className="px-1 pt-2 text-quiet text-sm">
          {t('diagram.unplaced', { parts: unplaced.map((type) => labels.parts[type]).join(', ') })}
        </p>
      ) : null}
      <details className="px-1 pt-1 text-sm">
        <summary className="cursor-pointer py-1 text-quiet">{t('diagram.parts')}</summary>
        <ul className="flex flex-wrap gap-1 pt-1">
          {damaged.map((type) => (
            <li key={type}>
              <Button
                size="small"
                aria-pressed={part === type}
                className={part === type ? 'border-accent bg-chosen' : ''}
                onClick={() => screen.setState({ partFilter: part === type ? null : type })}
              >
                {labels.parts[type]}
              </Button>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
