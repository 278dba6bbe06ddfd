import type { Point, TextLine } from '../../core/contracts/findings.ts'
import { type RgbPixels, readRgb } from '../../core/platform/pictures/pixels.ts'
import type { Models } from '../inference/model.ts'
import { round, roundPixel } from '../round.ts'
import type { WorkingPicture } from '../working-picture.ts'
import { mapQuad, type Quad, turnAround } from './box-geometry.ts'
import { findText, TEXT_DETECTOR } from './find-text.ts'
import { type ReadLine, readText, TEXT_RECOGNIZER } from './read-text.ts'

export const TEXT_MODELS = [TEXT_DETECTOR, TEXT_RECOGNIZER]

export const READ_PICTURE = {
  /** Text is looked for at this side. A smaller picture is enlarged: the models are blind to tiny letters. */
  find_side_px: 1280,
  /** Lines are cut out at up to this side, the largest a working picture has. */
  read_side_max_px: 2048,
  line_confidence_min: 0.5,
  /** With fewer characters read with confidence, the picture may stand on its head. */
  turn_below_characters: 8,
  turn_confidence_min: 0.8,
}

export type Size = { image_width: number; image_height: number }

/** The lines of a picture, in pixels of `pixels`, which has the shape of the picture but a size of its own. */
export type TextOfPicture = { pixels: RgbPixels; lines: ReadLine[] }

export async function readPicture(
  models: Models,
  picture: WorkingPicture,
  size: Size,
): Promise<TextOfPicture> {
  const pixels = await readRgb(picture.jpeg, sizeWithin(size, READ_PICTURE.read_side_max_px))
  const small = sizeWithin(size, READ_PICTURE.find_side_px)
  const isSame = small.width === pixels.width && small.height === pixels.height
  const boxes = await findText(models, isSame ? pixels : await readRgb(picture.jpeg, small))
  const corners = boxes.map((box) =>
    mapQuad(box.corners, ([x, y]) => [(x * pixels.width) / small.width, (y * pixels.height) / small.height]),
  )
  return { pixels, lines: await readUpright(models, pixels, corners) }
}

/** Between the side text is looked for at and the largest one; in between, as it is. */
function sizeWithin({ image_width, image_height }: Size, sideMax: number) {
  const side = Math.max(image_width, image_height)
  const scale = Math.min(sideMax, Math.max(READ_PICTURE.find_side_px, side)) / side
  return {
    width: Math.max(1, Math.round(image_width * scale)),
    height: Math.max(1, Math.round(image_height * scale)),
  }
}

async function readUpright(models: Models, pixels: RgbPixels, boxes: Quad[]): Promise<ReadLine[]> {
  const lines = await readText(models, pixels, boxes)
  if (boxes.length === 0 || sureCharactersOf(lines) >= READ_PICTURE.turn_below_characters) return lines
  const turned = await readText(models, pixels, boxes.map(turnAround).toReversed())
  return sureCharactersOf(turned) > sureCharactersOf(lines) ? turned : lines
}

function sureCharactersOf(lines: ReadLine[]): number {
  return lines
    .filter((line) => line.confidence >= READ_PICTURE.turn_confidence_min)
    .reduce((sum, line) => sum + line.text.length, 0)
}

/** The lines as results have them: in pixels of the upright picture, without what could not be read. */
export function textLinesOf({ pixels, lines }: TextOfPicture, size: Size): TextLine[] {
  const toPicture = ([x, y]: Point): Point => [
    roundPixel((x * size.image_width) / pixels.width),
    roundPixel((y * size.image_height) / pixels.height),
  ]
  return lines.filter(isReadable).map((line) => ({
    text: line.text,
    confidence: round(line.confidence),
    polygon: mapQuad(line.corners, toPicture),
  }))
}

export function isReadable(line: ReadLine): boolean {
  return line.text !== '' && line.confidence >= READ_PICTURE.line_confidence_min
}
