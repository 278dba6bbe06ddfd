import type { WheelAnalysisResult } from '../../../core/contracts/findings.ts'
import type { TransactionContext } from '../../../core/platform/context.ts'
import { insertWheels, removeWheels } from '../../../findings/wheels/insert-wheels.ts'
import type { Run } from '../../../inspection/tasks/run.ts'
import { readFindings } from '../../read-findings.ts'

/** Every wheel on every picture is shown: pictures of one wheel from several sides do not always agree. */
export async function concludeWheelAnalysis(ctx: TransactionContext, run: Run): Promise<void> {
  const findings = await readFindings<WheelAnalysisResult>(ctx, run)
  const wheels = findings.flatMap(({ image, result }) =>
    result.wheels.map((wheel) => ({ ...wheel, image_id: image.id })),
  )
  if (run.generation > 1) await removeWheels(ctx, run.inspection_id)
  await insertWheels(ctx, run.inspection_id, wheels)
}
