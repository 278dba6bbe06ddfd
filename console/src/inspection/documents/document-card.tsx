import { DOCUMENT_TYPES } from '@walkaround/catalog/image-types'
import type { Document } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { useLabels } from '../../look/use-labels.ts'
import type { Picture } from '../../review/pictures.ts'
import { Readings } from './readings.tsx'
import { TextPicture } from './text-picture.tsx'

type Props = { document: Document; picture: Picture; inspectionId: string }

/** One picture with text on it, and everything that was read there. */
export function DocumentCard({ document, picture, inspectionId }: Props) {
  const { t, i18n } = useTranslation('documents')
  const labels = useLabels()
  const [marked, setMarked] = useState<number | null>(null)
  const { content } = document
  if (!content) return null
  const type = DOCUMENT_TYPES.find((one) => one === document.type)
  const title = type ? labels.document_types[type] : t('untyped')
  return (
    <section
      aria-label={t('of_picture', { what: title, number: picture.number })}
      className="grid gap-4 rounded-panel border border-line bg-panel p-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
    >
      <div>
        <TextPicture
          inspectionId={inspectionId}
          picture={picture}
          polygons={content.lines.map((line) => line.polygon)}
          marked={marked}
        />
        <p className="mt-1 text-quiet text-sm">{t('picture', { number: picture.number })}</p>
      </div>
      <div className="grid content-start gap-4">
        <h3 className="font-semibold text-base">{title}</h3>
        <Readings content={content} />
        <div>
          <h4 className="text-quiet text-sm">{t('lines')}</h4>
          <ol className="mt-1">
            {content.lines.map(({ text, confidence }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same text may stand on a picture twice, and lines never move
              <li key={at}>
                <button
                  type="button"
                  aria-pressed={marked === at}
                  onClick={() => setMarked(marked === at ? null : at)}
                  onFocus={() => setMarked(at)}
                  onMouseEnter={() => setMarked(at)}
                  className={classes(
                    'flex min-h-7 w-full items-baseline justify-between gap-3 rounded-control px-2 py-0.5 text-start max-lg:min-h-[44px] max-lg:items-center',
                    marked === at && 'bg-chosen',
                  )}
                >
                  <span className="min-w-0 break-words">{text}</span>
                  <span className="text-quiet text-sm tabular-nums">
                    {confidence.toLocaleString(i18n.language, { style: 'percent' })}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}
