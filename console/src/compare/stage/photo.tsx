import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Picture, RENDITION_SIDES, renditionUrl } from '../../review/pictures.ts'
import { useClient } from '../../service/service-context.ts'

type Props = {
  picture: Picture
  alt: string
  /** From pixels of the picture to pixels of the frame. */
  transform: string
  /** Pixels of the screen to one of the picture. */
  scale: number
}

/** The picture, laid where the transform says, in the smallest size that is sharp there. */
export function Photo({ picture, alt, transform, scale }: Props) {
  const { t } = useTranslation('compare')
  const { baseUrl } = useClient()
  // The signature in the address changes with time; what is on the screen keeps the one it was loaded by.
  const [kept, setKept] = useState(picture)
  const [isBroken, setIsBroken] = useState(false)
  const shown = kept.id === picture.id ? kept : picture
  if (shown !== kept) setKept(shown)
  const longest = Math.max(picture.width, picture.height)
  const side = RENDITION_SIDES.find((one) => one >= longest * scale * devicePixelRatio)
  if (isBroken)
    return (
      <button
        type="button"
        className="absolute inset-0 grid place-content-center bg-raised p-4 text-center"
        onClick={() => {
          setKept(picture)
          setIsBroken(false)
        }}
      >
        {t('stage.broken')}
      </button>
    )
  return (
    <img
      src={side && side < longest ? renditionUrl(baseUrl, shown.path, side) : shown.path}
      alt={alt}
      draggable={false}
      onError={() => setIsBroken(true)}
      className="absolute top-0 left-0 max-w-none origin-top-left select-none"
      style={{ width: picture.width, height: picture.height, transform }}
    />
  )
}
