import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { useClient } from '../../service/service-context.ts'
import { type Picture, renditionUrl } from '../pictures.ts'
import { useReviewScope } from '../review-context.ts'
import { isKept, isOpen, type Review } from '../review-model.ts'

const SIDE = 256

/** All pictures, with how many damages each shows. One stop for the Tab key; arrows go on from there. */
export function Thumbnails({ className, onChosen }: { className?: string; onChosen?: () => void }) {
  const { t } = useTranslation('review')
  const { review, picture, actions } = useReviewScope()
  const { baseUrl } = useClient()
  const current = useRef<HTMLButtonElement>(null)
  const isKnown = review.analysis === 'done'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current one changes with the picture
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [picture?.id])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    actions.stepPicture(by)
    requestAnimationFrame(() => current.current?.focus())
  }
  return (
    <ol aria-label={t('pictures')} className={className} onKeyDown={onKeyDown}>
      {review.pictures.map((one) => {
        const isCurrent = one.id === picture?.id
        const { count, open } = countsOf(review, one)
        return (
          <li key={one.id} className="shrink-0">
            <button
              type="button"
              ref={isCurrent ? current : undefined}
              tabIndex={isCurrent ? 0 : -1}
              aria-current={isCurrent}
              onClick={() => {
                actions.showPicture(one.id)
                onChosen?.()
              }}
              className={classes(
                'relative block w-full overflow-hidden rounded-control border-2 bg-raised',
                isCurrent ? 'border-accent' : 'border-transparent',
              )}
            >
              <img
                src={renditionUrl(baseUrl, one.path, SIDE)}
                alt={t('thumbnail.name', { number: one.number, name: one.name ?? '' })}
                loading="lazy"
                className="aspect-[4/3] w-full object-cover"
              />
              <span
                aria-hidden="true"
                dir="ltr"
                className="absolute start-1 bottom-1 rounded bg-black/75 px-1.5 text-sm text-white"
              >
                {one.label}
              </span>
              <span className="sr-only">
                {[
                  '',
                  ...(isKnown || count > 0 ? [t('thumbnail.damages', { count })] : []),
                  ...(open > 0 ? [t('thumbnail.open', { count: open })] : []),
                  ...(one.issues?.length ? [t('thumbnail.issues')] : []),
                ].join(', ')}
              </span>
              <span
                dir="ltr"
                className="absolute end-1 bottom-1 flex items-center gap-1 rounded bg-black/75 px-1.5 text-sm text-white"
              >
                {one.issues?.length ? <TriangleAlert aria-hidden className="size-3" /> : null}
                {open > 0 ? `${open} / ${count}` : isKnown || count > 0 ? count : '–'}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function countsOf({ findings }: Review, { id }: Picture) {
  const on = findings.filter((one) => isKept(one) && one.shapes.some((shape) => shape.imageId === id))
  return { count: on.length, open: on.filter(isOpen).length }
}
