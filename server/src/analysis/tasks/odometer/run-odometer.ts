import type { OdometerResult } from '../../../core/contracts/findings.ts'
import { FIND_TEXT } from '../../text/find-text.ts'
import { isReadable, READ_PICTURE, readPicture, type Size, TEXT_MODELS } from '../../text/read-picture.ts'
import { READ_TEXT } from '../../text/read-text.ts'
import type { AnalysisContext, WorkingPicture } from '../../working-picture.ts'
import { READ_ODOMETER, readOdometer } from './read-odometer.ts'

/** The odometer on one picture of a dashboard. */
export async function runOdometer(
  ctx: Pick<AnalysisContext, 'models'>,
  picture: WorkingPicture,
  image: Size,
): Promise<{ result: OdometerResult; models: string[]; parameters: Record<string, unknown> }> {
  const { lines } = await readPicture(ctx.models, picture, image)
  return {
    result: readOdometer(lines.filter(isReadable)),
    models: [...TEXT_MODELS],
    parameters: {
      find_text: FIND_TEXT,
      read_text: READ_TEXT,
      read_picture: READ_PICTURE,
      read_odometer: READ_ODOMETER,
    },
  }
}
