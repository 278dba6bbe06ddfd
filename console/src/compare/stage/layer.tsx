import { useTranslation } from 'react-i18next'
import { useCompare } from '../compare-context.ts'
import { isOpen } from '../compare-model.ts'
import { applyTo, cssMatrix, type Matrix } from '../homography.ts'
import { Outline } from './outline.tsx'
import { Photo } from './photo.tsx'
import type { Seen } from './seen.ts'

const ABSENT = new Set(['absent_and_visible', 'gone_and_visible'])

type Props = { seen: Seen; matrix: Matrix; scale: number; hasOutline?: boolean; hasNote?: boolean }

/** A picture and the place on it, laid into the frame. */
export function Layer({ seen, matrix, scale, hasOutline = true, hasNote = true }: Props) {
  const { t } = useTranslation('compare')
  const { place } = useCompare()
  const { side, sighting, picture } = seen
  // Something faint may be there, too: only a proof says that nothing is.
  const isAbsent = place?.reasons.some(({ reason }) => ABSENT.has(reason))
  const polygons = sighting.polygons.map((points) => points.map((point) => applyTo(matrix, point)))
  return (
    <>
      <Photo
        key={picture.id}
        picture={picture}
        alt={t(`stage.alt_${side}`, { number: picture.number })}
        transform={cssMatrix(matrix)}
        scale={scale}
      />
      {hasOutline && place ? (
        <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
          <Outline
            polygons={polygons}
            number={place.number}
            isFound={sighting.damageId !== null}
            isDecided={!isOpen(place)}
            note={hasNote ? t(isAbsent ? 'stage.absent' : 'stage.same_place') : null}
          />
        </svg>
      ) : null}
    </>
  )
}
