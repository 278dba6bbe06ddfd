import type { Box, Point } from '../../../core/contracts/findings.ts'
import { damageLabel, imageLabel } from '../../../core/contracts/labels.ts'
import type { ReportContent, ReportDamage, ReportImage } from '../report-content.ts'
import { type Speech, shorten } from './speak.ts'

/** A picture, or a part of it, with what is outlined on it. All positions are shares of what is shown. */
export type Photo = {
  /** Its number among the pictures. Null: the bytes are not there. */
  picture: number | null
  alt: string
  /** Width by height of what is shown. */
  ratio: number
  /** The shown part, in shares of the whole picture. */
  crop: { x: number; y: number; width: number; height: number }
  /** Only one of the outlines of a damage carries its label. */
  shapes: { label: string; color: string; points: Point[]; tag: Point; is_dotted?: boolean }[]
}

/** Outlines by severity, dark enough for the white line around them. */
const LINES = ['#1d4ed8', '#b45309', '#c2410c', '#b91c1c'] as const
const CLOSE_UP_RATIO = 4 / 3
/** How much of the width a close-up shows at least: what is cut out of a few pixels cannot be recognised. */
const CLOSE_UP_MIN = 0.22
const CLOSE_UP_MARGIN = 2.2

export type PhotoSource = { content: ReportContent; pictures: ReadonlySet<string>; speech: Speech }

/** The whole picture with the given damages outlined. */
export function widePhoto(source: PhotoSource, image: ReportImage, damages: readonly ReportDamage[]): Photo {
  const whole = { xmin: 0, ymin: 0, width: image.width, height: image.height }
  const shown = damages.filter((damage) => viewOn(damage, image))
  const { words } = source.speech
  const title = shortTitle(source, image)
  const numbers = source.speech.list(shown.map(({ number }) => damageLabel(number)))
  const alt = shown.length > 0 ? words.photo_alt(title, numbers) : words.photo_alt_plain(title)
  return photo(source, image, shown, whole, alt)
}

/** The surroundings of one damage. */
export function closeUpPhoto(source: PhotoSource, image: ReportImage, damage: ReportDamage): Photo {
  const view = viewOn(damage, image)
  const alt = source.speech.words.close_up_alt(shortTitle(source, image), damageLabel(damage.number))
  const region = view ? surroundings(boxOf(view), image) : { xmin: 0, ymin: 0, ...sizeOf(image) }
  return photo(source, image, [damage], region, alt)
}

/** So much of what a client calls a picture is printed beside it. The whole stands in the list of all pictures. */
const TITLE_MAX = 60

export function shortTitle(source: PhotoSource, image: ReportImage): string {
  return shorten(pictureTitle(source, image), TITLE_MAX)
}

/** `Picture P3: front left`, or what the client calls it. */
export function pictureTitle({ speech }: PhotoSource, image: ReportImage): string {
  const called = imageLabel(image.number)
  const { viewpoints } = speech.labels
  const viewpoint = Object.entries(viewpoints).find(([code]) => code === image.viewpoint)?.[1]
  const label = image.label ?? viewpoint ?? image.viewpoint
  return label ? speech.words.picture_titled(called, label) : speech.words.picture(called)
}

function photo(
  { content, pictures }: PhotoSource,
  image: ReportImage,
  damages: readonly ReportDamage[],
  region: Box,
  alt: string,
): Photo {
  const shown = partOf(image, region)
  return {
    picture: pictures.has(image.image_id) ? content.images.indexOf(image) : null,
    alt,
    ...shown.frame,
    shapes: damages.flatMap((damage) => {
      const view = viewOn(damage, image)
      if (!view) return []
      const { xmin, ymin } = boxOf(view)
      const tag = shown.share([xmin, ymin])
      return outlinesOf(view).map((points, at) => ({
        label: at === 0 ? damageLabel(damage.number) : '',
        color: LINES[damage.severity?.level ?? 0],
        points: points.map(shown.share),
        tag,
      }))
    }),
  }
}

/** A part of a picture: its frame, and where a point of the picture lies in it. */
export function partOf(image: { width: number; height: number }, region: Box) {
  return {
    frame: {
      ratio: roundShare(region.width / region.height),
      crop: {
        x: roundShare(region.xmin / image.width),
        y: roundShare(region.ymin / image.height),
        width: roundShare(region.width / image.width),
        height: roundShare(region.height / image.height),
      },
    },
    share: ([x, y]: Point): Point => [
      roundShare((x - region.xmin) / region.width),
      roundShare((y - region.ymin) / region.height),
    ],
  }
}

type View = Pick<ReportDamage['views'][number], 'box' | 'polygons'>

function viewOn(damage: ReportDamage, image: ReportImage): View | undefined {
  return damage.views.find(({ image_id }) => image_id === image.image_id)
}

export function outlinesOf({ polygons, box }: View): Point[][] {
  const outlines = polygons.filter((points) => points.length > 2)
  if (outlines.length > 0) return outlines
  const [right, bottom] = [box.xmin + box.width, box.ymin + box.height]
  return [
    [
      [box.xmin, box.ymin],
      [right, box.ymin],
      [right, bottom],
      [box.xmin, bottom],
    ],
  ]
}

/** Of the outlines, as a box sent by a client may be anything. */
export function boxOf(view: View): Box {
  const points = outlinesOf(view).flat()
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [xmin, ymin] = [smallest(xs), smallest(ys)]
  return {
    xmin,
    ymin,
    width: -smallest(xs.map((x) => -x)) - xmin,
    height: -smallest(ys.map((y) => -y)) - ymin,
  }
}

/** A region of the shape of the frame around the box, inside the picture. */
export function surroundings(
  box: Box,
  image: { width: number; height: number },
  ratio: number = CLOSE_UP_RATIO,
): Box {
  const wanted = Math.max(
    box.width * CLOSE_UP_MARGIN,
    box.height * CLOSE_UP_MARGIN * ratio,
    image.width * CLOSE_UP_MIN,
  )
  const width = Math.min(wanted, image.width, image.height * ratio)
  const height = width / ratio
  return {
    xmin: within(box.xmin + box.width / 2 - width / 2, image.width - width),
    ymin: within(box.ymin + box.height / 2 - height / 2, image.height - height),
    width,
    height,
  }
}

const sizeOf = ({ width, height }: ReportImage) => ({ width, height })
const within = (value: number, max: number) => Math.min(Math.max(value, 0), max)
const smallest = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const roundShare = (value: number) => Math.round(value * 1e4) / 1e4
