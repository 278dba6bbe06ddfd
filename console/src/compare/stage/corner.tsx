import { useTranslation } from 'react-i18next'
import type { Box, Point } from '../../review/geometry.ts'
import { renditionUrl } from '../../review/pictures.ts'
import { useClient } from '../../service/service-context.ts'
import { useCompare } from '../compare-context.ts'
import type { Seen } from './seen.ts'
import type { Size, View } from './view.ts'

const SIDE = 256
const [WIDTH, HEIGHT] = [120, 90]

/** The whole picture in the corner, with what the frame shows of it. A click shows both whole pictures. */
export function WholeCorner({ seen, view, frame }: { seen: Seen; view: View; frame: Size }) {
  const { t } = useTranslation('compare')
  const { baseUrl } = useClient()
  const { screen } = useCompare()
  const { picture } = seen
  const scale = Math.min(WIDTH / picture.width, HEIGHT / picture.height)
  const shown = clipBox(
    {
      xmin: view.x - frame.width / view.scale / 2,
      ymin: view.y - frame.height / view.scale / 2,
      width: frame.width / view.scale,
      height: frame.height / view.scale,
    },
    picture,
  )
  // All of it, or nearly: the corner would say nothing.
  if (shown.width * shown.height > picture.width * picture.height * 0.8) return null
  return (
    <button
      type="button"
      aria-label={t('stage.whole')}
      title={`${t('stage.whole')} (G)`}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => screen.setState({ look: 'whole', ownLook: 'whole' })}
      className="absolute right-3 bottom-3 overflow-hidden rounded-control border-2 border-white bg-surround shadow-md max-lg:right-2 max-lg:bottom-2 max-lg:origin-bottom-right max-lg:scale-75"
      style={{ width: picture.width * scale, height: picture.height * scale }}
    >
      <img src={renditionUrl(baseUrl, picture.path, SIDE)} alt="" className="absolute inset-0 size-full" />
      <span
        aria-hidden
        className="absolute rounded-[3px] border-2 border-[#1d4ed8] outline outline-white"
        style={{
          left: shown.xmin * scale,
          top: shown.ymin * scale,
          width: Math.max(shown.width * scale, 6),
          height: Math.max(shown.height * scale, 6),
        }}
      />
    </button>
  )
}

function clipBox({ xmin, ymin, width, height }: Box, picture: Size): Box {
  const [left, top] = [Math.max(xmin, 0), Math.max(ymin, 0)]
  return {
    xmin: left,
    ymin: top,
    width: Math.min(xmin + width, picture.width) - left,
    height: Math.min(ymin + height, picture.height) - top,
  }
}

const STEPS_MM = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
const BAR_PX_MAX = 90

/** How long a line on the picture is on the vehicle: as far as the damage itself was measured. */
export function ScaleBar({ seen, scale }: { seen: Seen; scale: number }) {
  const { t } = useTranslation('compare')
  const { lengthMm, polygons } = seen.sighting
  const longest = diameterOf(polygons.flat())
  if (!lengthMm || longest === 0) return null
  const pixelsPerMm = (longest / lengthMm) * scale
  const mm = STEPS_MM.findLast((step) => step * pixelsPerMm <= BAR_PX_MAX)
  if (!mm || mm * pixelsPerMm < 20) return null
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute bottom-3 left-3 rounded-[6px] bg-[#0f172a]/85 px-2 pt-0.5 pb-1.5 text-center font-semibold text-white text-xs max-lg:bottom-2 max-lg:left-2"
    >
      {mm < 10 ? t('stage.mm', { size: mm }) : t('stage.cm', { size: mm / 10 })}
      <span className="mx-auto mt-0.5 block h-0.5 bg-white" style={{ width: mm * pixelsPerMm }} />
    </span>
  )
}

function diameterOf(points: readonly Point[]): number {
  // A few hundred points at most: an outline of one damage.
  return points.reduce(
    (most, [x, y]) => points.reduce((far, [ox, oy]) => Math.max(far, Math.hypot(x - ox, y - oy)), most),
    0,
  )
}
