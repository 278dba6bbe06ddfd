import type { OdometerResult } from '../../contracts/findings.ts'
import type { AnalysisContext, WorkingPicture } from '../working-picture.ts'
import { FIND_TEXT } from './find-text.ts'
import { READ_ODOMETER, readOdometer } from './odometer.ts'
import { isReadable, READ_PICTURE, readPicture, type Size } from './read-picture.ts'
import { READ_TEXT } from './read-text.ts'

/** The odometer on one picture of a dashboard. */
export async function runOdometer(
  ctx: Pick<AnalysisContext, 'models'>,
  picture: WorkingPicture,
  image: Size,
): Promise<{ result: OdometerResult; models: string[]; parameters: Record<string, unknown> }> {
  const { lines } = await readPicture(ctx.models, picture, image)
  return {
    result: readOdometer(lines.filter(isReadable)),
    models: ['text-detector', 'text-recognizer'],
    parameters: {
      find_text: FIND_TEXT,
      read_text: READ_TEXT,
      read_picture: READ_PICTURE,
      read_odometer: READ_ODOMETER,
    },
  }
}
