import { Link } from '@tanstack/react-router'
import { ImageOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useDateTime } from '../../look/use-date-time.ts'
import { useLabels } from '../../look/use-labels.ts'
import { isPreview, renditionUrl } from '../../review/pictures.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { useTaskLabel } from '../use-task-label.ts'
import { CheckLine } from './check-line.tsx'
import { SideChoice } from './side-choice.tsx'
import type { InspectionPicture } from './use-inspection-pictures.ts'

const SIDE = 640

type Props = { picture: InspectionPicture; mayUpdate: boolean; onDelete: () => void }

/** One picture: what it is, whether it is good enough, what was found on it. The picture itself opens the review. */
export function PictureCard({ picture, mayUpdate, onDelete }: Props) {
  const { t } = useTranslation('pictures')
  const labels = useLabels()
  const taskLabel = useTaskLabel()
  const dateTime = useDateTime()
  const { inspectionId } = useInspection()
  const { baseUrl } = useClient()
  // The signature in the address changes with time; a picture that is on the screen keeps the one it was loaded by.
  const [path, setPath] = useState(picture.path)
  if (isPreview({ path }) && !isPreview(picture)) setPath(picture.path)
  const [isBroken, setIsBroken] = useState(false)
  const side = picture.side ? labels.viewpoints[picture.side] : null
  const name = picture.name ?? side ?? t('unnamed')
  const tasks = picture.taskNames.map(taskLabel).join(', ')
  return (
    <li className="flex min-w-0 flex-col overflow-clip rounded-panel border border-line bg-panel">
      <Link
        to="/inspections/$inspectionId/review"
        params={{ inspectionId }}
        search={{ image: picture.id }}
        className="relative block -outline-offset-2"
      >
        {isBroken ? (
          <span className="grid aspect-[4/3] w-full place-content-center justify-items-center gap-1 bg-raised p-3 text-center text-quiet text-sm">
            <ImageOff aria-hidden className="size-6" />
            {t('broken', { number: picture.number, name })}
          </span>
        ) : (
          <img
            src={renditionUrl(baseUrl, path, SIDE)}
            alt={t('open', { number: picture.number, name })}
            loading="lazy"
            onError={() => setIsBroken(true)}
            className="aspect-[4/3] w-full bg-raised object-cover"
          />
        )}
        <span
          dir="ltr"
          aria-hidden="true"
          className="absolute start-2 bottom-2 rounded bg-black/75 px-2 py-0.5 font-medium text-sm text-white tabular-nums"
        >
          {picture.label}
        </span>
        {picture.damageCount > 0 ? (
          <span className="absolute end-2 bottom-2 rounded bg-black/75 px-2 py-0.5 text-sm text-white">
            {t('damages', { count: picture.damageCount })}
          </span>
        ) : null}
      </Link>
      <div className="flex flex-1 flex-col gap-1 p-2.5 sm:p-3">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h3 className="truncate font-medium" title={name}>
              {name}
            </h3>
            <p className="text-quiet text-sm">
              {[side === name ? null : side, picture.takenAt ? dateTime(picture.takenAt) : null]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {mayUpdate ? (
            <Button
              kind="ghost"
              className="-me-1 -mt-1 px-0 text-quiet max-sm:size-11"
              aria-label={t('delete.label', { number: picture.number, name })}
              onClick={onDelete}
            >
              <Trash2 aria-hidden className="size-4" />
            </Button>
          ) : null}
        </div>
        <CheckLine check={picture.check} />
        {mayUpdate ? <SideChoice picture={picture} /> : null}
        {tasks ? (
          <p className="mt-auto pt-1 text-quiet text-sm max-sm:hidden">{t('for', { tasks })}</p>
        ) : null}
      </div>
    </li>
  )
}
