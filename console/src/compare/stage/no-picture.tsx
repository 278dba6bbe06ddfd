import { ImageOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useDateTime } from '../../look/use-date-time.ts'
import { renditionUrl } from '../../review/pictures.ts'
import { useClient } from '../../service/service-context.ts'
import { useCompare, useScreen } from '../compare-context.ts'
import type { SideName } from './seen.ts'
import { SideBadge } from './side-badge.tsx'

const HATCHED = 'bg-raised bg-[repeating-linear-gradient(-45deg,transparent_0_11px,var(--line)_11px_12px)]'
const THUMBNAIL = 256

/** No picture shows the place, or the picture is gone: said in words, and never an empty frame. */
export function NoPicture({ side }: { side: SideName }) {
  const { t } = useTranslation('compare')
  const scope = useCompare()
  const { screen, pair } = scope
  const { pictures, isGone } = scope[side]
  const isErased = isGone || Boolean(pair?.[side])
  const isWhole = useScreen((state) => state.look === 'whole')
  const dateTime = useDateTime()
  const at = scope[side].createdAt
  if (isWhole && !isErased && pictures.length > 0) return <AllPictures side={side} />
  return (
    <div className={`relative grid min-h-0 place-items-center overflow-hidden p-4 ${HATCHED}`} dir="auto">
      <SideBadge side={side} />
      <div className="flex max-w-80 flex-col items-center gap-2 rounded-panel border border-line bg-panel p-4 text-center">
        <ImageOff aria-hidden className="size-6 text-quiet" />
        <p className="font-semibold">{t(isErased ? 'stage.erased' : `stage.none_${side}`)}</p>
        <p className="text-quiet">
          {isErased
            ? t('stage.erased_text', { date: at ? dateTime(at) : '–' })
            : t('stage.looked_through', { count: pictures.length })}
        </p>
        {isErased || pictures.length === 0 ? null : (
          <Button size="small" onClick={() => screen.setState({ look: 'whole' })}>
            {t('stage.see_all')}
            <kbd className="rounded border border-line bg-raised px-1 font-sans text-quiet text-xs max-lg:hidden">
              G
            </kbd>
          </Button>
        )}
      </div>
    </div>
  )
}

/** Everything there is of that side: whoever doubts can look for the place. */
function AllPictures({ side }: { side: SideName }) {
  const { t } = useTranslation('compare')
  const scope = useCompare()
  const { baseUrl } = useClient()
  const { id, pictures } = scope[side]
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t(`stage.all_${side}`)}
      className="min-h-0 overflow-y-auto bg-raised p-3"
    >
      <h3 className="mb-2 font-semibold">{t(`stage.all_${side}`)}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <a
              href={`/console/inspections/${id}/review?image=${picture.id}`}
              target="_blank"
              rel="noreferrer"
              className="block"
            >
              <img
                src={renditionUrl(baseUrl, picture.path, THUMBNAIL)}
                alt={t(`stage.alt_${side}`, { number: picture.number })}
                loading="lazy"
                className="aspect-4/3 w-full rounded-control object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
