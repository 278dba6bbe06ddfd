import { Link, useNavigate } from '@tanstack/react-router'
import { diagram, type Mark } from '@walkaround/catalog/diagram/diagram'
import { bodyOf } from '@walkaround/catalog/vehicle-types'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { DIAGRAM_LOOK } from '../../look/diagram-look.ts'
import { useLabels } from '../../look/use-labels.ts'
import { SeverityChip } from '../../review/panel/severity-chip.tsx'
import { type Finding, isKept, isOpen, type Review } from '../../review/review-model.ts'
import { severityLook } from '../../review/severity-look.ts'

const PIN_RADIUS = 18
/** The page of damages lists all of them. */
const LISTED_MAX = 12

/** Where the damages are. Each opens in the review: by its number on the drawing, or by its name below. */
export default function DamageDiagram({ review }: { review: Review }) {
  const { t } = useTranslation('overview')
  const labels = useLabels()
  const navigate = useNavigate()
  const kept = useMemo(() => review.findings.filter(isKept), [review])
  const svg = useMemo(() => {
    const marks = kept.flatMap(({ partType, number, level }): Mark[] =>
      partType && number !== null ? [{ part_type: partType, number, level: severityLook(level).level }] : [],
    )
    const title = t('findings.diagram')
    return diagram({ body: bodyOf(review.vehicleType), marks, title, pin_radius: PIN_RADIUS }).svg
  }, [kept, review.vehicleType, t])
  const partOf = ({ partType }: Finding) => labels.parts[partType ?? 'ignore']
  const onClick = (event: MouseEvent) => {
    const pin = event.target instanceof Element ? event.target.closest('[data-number]') : null
    const finding = kept.find((one) => String(one.number) === pin?.getAttribute('data-number'))
    if (!finding) return
    void navigate({
      to: '/inspections/$inspectionId/review',
      params: { inspectionId: review.id },
      search: { damage: finding.id },
    })
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same is in the list below, for the keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        dir="ltr"
        onClick={onClick}
        className={classes(DIAGRAM_LOOK, 'mt-3 p-2 [&_svg]:mx-auto [&_svg]:max-h-[26rem]')}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own catalog, which escapes what it is given
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      {kept.length > 0 ? (
        <ol aria-label={t('findings.list')} className="-mx-2 mt-3 grid gap-x-4 xl:grid-cols-2">
          {kept.slice(0, LISTED_MAX).map((finding) => (
            <li key={finding.id} className="min-w-0">
              <Link
                to="/inspections/$inspectionId/review"
                params={{ inspectionId: review.id }}
                search={{ damage: finding.id }}
                className="flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-raised"
              >
                <span className="inline-flex h-6 min-w-6 shrink-0 px-1.5 items-center justify-center rounded-full bg-ink font-semibold text-page text-xs tabular-nums">
                  {finding.label}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{partOf(finding)}</span>
                  <span className="block truncate text-quiet text-sm">
                    {labels.damage_types[finding.damageType]}
                    {isOpen(finding) ? ` · ${t('findings.unchecked')}` : ''}
                  </span>
                </span>
                {finding.level ? <SeverityChip level={finding.level} /> : null}
              </Link>
            </li>
          ))}
        </ol>
      ) : null}
      {kept.length > LISTED_MAX ? (
        <Link
          to="/inspections/$inspectionId/damages"
          params={{ inspectionId: review.id }}
          className="mt-1 inline-flex min-h-8 items-center font-medium text-accent hover:underline max-sm:min-h-11"
        >
          {t('findings.more', { count: kept.length - LISTED_MAX })}
        </Link>
      ) : null}
    </>
  )
}
