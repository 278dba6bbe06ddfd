import {
  type ImagesOcrResult,
  OCR_IMAGE_TYPES,
  type OcrImageType,
  type Reading,
} from '../../../core/contracts/findings.ts'
import { round } from '../../round.ts'
import { FIND_TEXT } from '../../text/find-text.ts'
import { framesOfText } from '../../text/frames.ts'
import {
  isReadable,
  READ_PICTURE,
  readPicture,
  type Size,
  TEXT_MODELS,
  type TextOfPicture,
  textLinesOf,
} from '../../text/read-picture.ts'
import { READ_TEXT } from '../../text/read-text.ts'
import type { AnalysisContext, WorkingPicture } from '../../working-picture.ts'
import { FIT_PLATE } from './fit-plate.ts'
import { readMrz } from './mrz.ts'
import { type PlateReading, READ_PLATE, readPlate } from './plate.ts'
import { READ_VIN, readVin, type VinReading } from './read-vin.ts'
import { readRegistration } from './registration-document.ts'
import { SEARCH_VIN, searchVin } from './search-vin.ts'

type OcrImage = Size & { details: Record<string, unknown> }
type Readings = Pick<ImagesOcrResult, 'vin' | 'plate' | 'fields'>

/** What is written on one picture. What is looked for depends on what the client says the picture shows. */
export async function runImagesOcr(
  ctx: Pick<AnalysisContext, 'models'>,
  picture: WorkingPicture,
  image: OcrImage,
): Promise<{ result: ImagesOcrResult; models: string[]; parameters: Record<string, unknown> }> {
  const type = OCR_IMAGE_TYPES.find((known) => known === image.details.image_type) ?? null
  const text = await readPicture(ctx.models, picture, image)
  const readings = await readingsOf(ctx, text, type)
  return {
    result: { type, lines: textLinesOf(text, image), ...readings },
    models: [...TEXT_MODELS],
    parameters: {
      find_text: FIND_TEXT,
      read_text: READ_TEXT,
      read_picture: READ_PICTURE,
      read_vin: READ_VIN,
      search_vin: SEARCH_VIN,
      read_plate: READ_PLATE,
      fit_plate: FIT_PLATE,
    },
  }
}

async function readingsOf(
  ctx: Pick<AnalysisContext, 'models'>,
  text: TextOfPicture,
  type: OcrImageType | null,
): Promise<Readings> {
  const lines = text.lines.filter(isReadable)
  switch (type) {
    case 'VIN':
      return { vin: await searchVin(ctx.models, text, true), plate: null, fields: {} }
    case 'PASSPORT':
    case 'ID_FR':
      return { vin: null, plate: null, fields: readMrz(lines) }
    case 'VEHICLE_REGISTRATION_PAPERS_FR': {
      const fields = readRegistration(lines)
      return { vin: vinOf(fields), plate: plateOf(fields), fields }
    }
    case null:
      return { vin: await searchVin(ctx.models, text, false), plate: readPlate(text.lines), fields: {} }
  }
}

/** What the paper was read with is left to multiply: the lines of its fields are not read again. */
function vinOf({ vin }: Record<string, Reading>): VinReading | null {
  const reading = vin ? readVin([framesOfText(vin.value)]) : null
  if (!vin || !reading) return null
  const candidates = reading.candidates.map(({ value, confidence }) => ({
    value,
    confidence: round(confidence * vin.confidence),
  }))
  return { ...reading, confidence: round(reading.confidence * vin.confidence), candidates }
}

function plateOf({ registration_number: plate }: Record<string, Reading>): PlateReading | null {
  if (!plate) return null
  const value = plate.value.replace(/[- ]/g, '')
  return {
    value,
    confidence: plate.confidence,
    candidates: [{ value, confidence: plate.confidence }],
    country: 'FR',
  }
}
