import { boundsOf, element, type Look, type Shape } from '@walkaround/catalog/diagram/shapes'
import { type View, type ViewName, views } from '@walkaround/catalog/diagram/views'
import { visibleRegion } from '@walkaround/catalog/diagram/visible-region'
import type { PartType } from '@walkaround/catalog/parts'
import type { Body } from '@walkaround/catalog/vehicle-types'
import sharp from 'sharp'

export type Mark = {
  part: PartType
  kind: 'scratch' | 'dent' | 'smash'
  size_cm: number
}

export type Box = { xmin: number; ymin: number; width: number; height: number }

export type DrawnPicture = {
  jpeg: Buffer /** Where each mark is, in the order they were given. */
  boxes: Box[]
}

const WIDTH = 1600
const HEIGHT = 1200
/** Where the wheels stand. */
const GROUND = 930

/** A vehicle of our own catalog in a yard, seen square from one side, with its damages. The same input gives the same bytes. */
export async function drawPicture(wanted: {
  body: Body
  paint: string
  view: Exclude<ViewName, 'top'>
  marks: readonly Mark[]
}): Promise<DrawnPicture> {
  const view = views(wanted.body)[wanted.view]
  // The drawing is in centimetres.
  const scale = Math.min((WIDTH * 0.84) / view.width, (HEIGHT * 0.58) / view.height)
  const [left, top] = [(WIDTH - view.width * scale) / 2, GROUND - view.height * scale]
  const placed = wanted.marks.map((mark) => ({ mark, box: boxOf(view, mark) }))
  const vehicle = [
    `<ellipse cx="${view.width / 2}" cy="${view.height}" rx="${view.width * 0.52}" ry="${view.height * 0.06}" fill="#000" opacity=".45"/>`,
    ...view.shapes.map((shape) => `${element(shape.outline)} ${lookOf(shape)}/>`),
    ...placed.map(({ mark, box }) => damage(mark, box)),
  ]
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    definitions(wanted.paint, view.height),
    `<rect width="${WIDTH}" height="700" fill="url(#sky)"/>`,
    `<rect y="330" width="${WIDTH}" height="340" fill="url(#wall)"/>`,
    `<rect y="670" width="${WIDTH}" height="${HEIGHT - 670}" fill="url(#yard)"/>`,
    `<g transform="translate(${left} ${top}) scale(${scale})" stroke-linejoin="round">${vehicle.join('')}</g>`,
    '</svg>',
  ]
  const jpeg = await sharp(Buffer.from(svg.join('')))
    .jpeg({ quality: 88 })
    .toBuffer()
  const inPixels = ({ xmin, ymin, width, height }: Box): Box => ({
    xmin: Math.round(left + xmin * scale),
    ymin: Math.round(top + ymin * scale),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  })
  return { jpeg, boxes: placed.map(({ box }) => inPixels(box)) }
}

function definitions(paint: string, height: number): string {
  const gradient = (
    id: string,
    stops: readonly (readonly [number, string])[],
    turn = 'x1="0" y1="0" x2="0" y2="1"',
  ) =>
    `<linearGradient id="${id}" ${turn}>${stops.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('')}</linearGradient>`
  return [
    '<defs>',
    gradient('sky', [
      [0, '#aebfce'],
      [1, '#dde5ea'],
    ]),
    gradient('yard', [
      [0, '#85878a'],
      [1, '#515356'],
    ]),
    gradient(
      'glass',
      [
        [0, '#40505f'],
        [1, '#131c26'],
      ],
      'x1="0" y1="0" x2="1" y2="1"',
    ),
    gradient(
      'paint',
      [
        [0, mixColor(paint, 255, 0.35)],
        [0.55, paint],
        [1, mixColor(paint, 0, 0.35)],
      ],
      `gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="${height}"`,
    ),
    '<pattern id="wall" width="120" height="60" patternUnits="userSpaceOnUse"><rect width="120" height="60" fill="#a39c92"/><path d="M0 0H120M0 30H120M20 0V30M80 30V60" stroke="#8b847a" stroke-width="3"/></pattern>',
    '<radialGradient id="dent"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".7" stop-color="#000" stop-opacity=".18"/><stop offset="1" stop-color="#fff" stop-opacity=".3"/></radialGradient>',
    '</defs>',
  ].join('')
}

/** A colour with some light (255) or shadow (0) on it. */
function mixColor(color: string, tone: number, share: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return `rgb(${channels.map((value) => Math.round(value + (tone - value) * share)).join(',')})`
}

const LOOKS: Record<Look, string> = {
  body: 'fill="url(#paint)" stroke="#1f2933" stroke-width="1.6"',
  part: 'fill="url(#paint)" stroke="#2b3540" stroke-width=".9"',
  glass: 'fill="url(#glass)" stroke="#1f2933" stroke-width="1"',
  tire: 'fill="#1d2126" stroke="#101317" stroke-width="1.4"',
  well: 'fill="#15181c" stroke="#101317" stroke-width="1.4"',
  line: 'fill="none" stroke="#2b3540" stroke-width=".8"',
}

function lookOf({ part, look }: Shape): string {
  if (part?.startsWith('head_light')) return 'fill="#eef5fa" stroke="#2b3540" stroke-width=".9"'
  if (part?.startsWith('tail_light')) return 'fill="#a3202a" stroke="#2b3540" stroke-width=".9"'
  if (part?.startsWith('grill')) return 'fill="#23282e" stroke="#101317" stroke-width=".9"'
  if (part?.startsWith('rim') || part?.startsWith('hubcap'))
    return 'fill="#b9c0c7" stroke="#3a424b" stroke-width="1"'
  return LOOKS[look]
}

/** Where most of its part shows, no larger than the part. */
function boxOf(view: View, { part, size_cm, kind }: Mark): Box {
  const shape = view.shapes.find((one) => one.part === part)
  const region = visibleRegion(view, part)
  if (!shape || !region) throw new Error(`${part} cannot be seen from the ${view.name}`)
  const { left, top, right, bottom } = boundsOf(shape)
  const width = Math.min(size_cm, (right - left) * 0.8)
  const height = Math.min(kind === 'scratch' ? size_cm * 0.35 : size_cm * 0.8, (bottom - top) * 0.8)
  const [x, y] = region.anchor
  return { xmin: x - width / 2, ymin: y - height / 2, width, height }
}

function damage({ kind }: Mark, { xmin, ymin, width, height }: Box): string {
  const at = (x: number, y: number) => `${(xmin + width * x).toFixed(1)} ${(ymin + height * y).toFixed(1)}`
  switch (kind) {
    case 'scratch':
      return `<g fill="none" stroke="#f3f5f7" stroke-linecap="round"><path d="M${at(0, 0.9)}L${at(0.55, 0.35)}L${at(1, 0.1)}" stroke-width="1"/><path d="M${at(0.1, 1)}L${at(0.6, 0.55)}L${at(0.9, 0.4)}" stroke-width=".7"/><path d="M${at(0.3, 1)}L${at(0.75, 0.75)}" stroke-width=".5"/></g>`
    case 'dent':
      return `<ellipse cx="${xmin + width / 2}" cy="${ymin + height / 2}" rx="${width / 2}" ry="${height / 2}" fill="url(#dent)"/>`
    case 'smash':
      return `<path d="M${at(0, 0.4)}L${at(0.25, 0)}L${at(0.5, 0.3)}L${at(0.8, 0.05)}L${at(1, 0.5)}L${at(0.75, 0.75)}L${at(0.55, 1)}L${at(0.2, 0.8)}Z" fill="#12161a" opacity=".82"/><path d="M${at(0.25, 0)}L${at(0.4, 0.5)}L${at(0.55, 1)}M${at(0.8, 0.05)}L${at(0.4, 0.5)}L${at(0.2, 0.8)}" stroke="#cfd6dc" stroke-width=".7" fill="none"/>`
  }
}
