import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { useClient } from '../../service/service-context.ts'
import { isPreview, type Picture, RENDITION_SIDES, renditionUrl } from '../pictures.ts'

const PIXELS_FROM = 4

/** The smallest of what the service has that is sharp enough. */
export function sourceOf(baseUrl: string, { path, width, height }: Picture, zoom: number): string {
  const shown = Math.min(innerWidth * devicePixelRatio, 1600) * (zoom > 1.5 ? zoom : 1)
  const side = RENDITION_SIDES.find((one) => one >= shown)
  return side && side < Math.max(width, height) ? renditionUrl(baseUrl, path, side) : path
}

export function PhotoImage({ picture, zoom }: { picture: Picture; zoom: number }) {
  const { t } = useTranslation('review')
  const { baseUrl } = useClient()
  // The signature in the address changes with time; a picture that is on the screen keeps the one it was loaded by.
  const [kept, setKept] = useState(picture)
  if (isPreview(kept) && !isPreview(picture)) setKept(picture)
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken)
    return (
      <div role="alert" className="absolute inset-0 grid place-content-center gap-2 bg-panel p-4 text-center">
        <p>{t('picture.broken')}</p>
        <Button
          onClick={() => {
            setKept(picture)
            setIsBroken(false)
          }}
        >
          {t('picture.again')}
        </Button>
      </div>
    )
  return (
    <img
      src={sourceOf(baseUrl, kept, zoom)}
      alt={t('picture.alt', { number: picture.number, name: picture.name ?? '' })}
      draggable={false}
      onError={() => setIsBroken(true)}
      className={classes('absolute inset-0 size-full', zoom > PIXELS_FROM && '[image-rendering:pixelated]')}
    />
  )
}
