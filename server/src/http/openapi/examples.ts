import { EXAMPLE_VALUES, type Example, type Examples } from '../../core/contracts/examples.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { damageExamples } from '../../findings/damages/examples.ts'
import { estimateExamples } from '../../findings/estimates/examples.ts'
import { pricingExamples } from '../../findings/pricing/examples.ts'
import { renderingExamples } from '../../findings/renderings/examples.ts'
import { severityExamples } from '../../findings/severities/examples.ts'
import { viewExamples } from '../../findings/views/examples.ts'
import { eventExamples } from '../../inspection/events/examples.ts'
import { historyExamples } from '../../inspection/history/examples.ts'
import { imageExamples } from '../../inspection/images/examples.ts'
import { taskExamples } from '../../inspection/tasks/examples.ts'
import { vehicleExamples } from '../../inspection/vehicles/examples.ts'
import { captureExamples } from '../../intake/capture/examples.ts'
import { inspectionExamples } from '../../intake/inspections/examples.ts'
import { comparisonExamples } from '../../outputs/comparisons/examples.ts'
import { objectionExamples } from '../../outputs/objections/examples.ts'
import { reportExamples } from '../../outputs/reports/examples.ts'
import { webhookExamples } from '../../outputs/webhooks/examples.ts'
import { auditExamples } from '../../privacy/audit/examples.ts'
import { erasureExamples } from '../../privacy/erasures/examples.ts'
import { exportExamples } from '../../privacy/exports/examples.ts'
import { holdExamples } from '../../privacy/holds/examples.ts'
import { retentionExamples } from '../../privacy/retention/examples.ts'
import { administrationExamples } from '../../tenancy/administration/examples.ts'
import { quotaExamples } from '../../tenancy/quotas/examples.ts'
import { problemBody } from '../errors.ts'

/** An example whose answer is written out, also where it is a problem. */
export type CompleteExample = Omit<Example, 'answer'> & { status: number; answer?: object }

const NOUNS: Examples = {
  ...inspectionExamples,
  ...taskExamples,
  ...imageExamples,
  ...damageExamples,
  ...viewExamples,
  ...renderingExamples,
  ...pricingExamples,
  ...severityExamples,
  ...historyExamples,
  ...eventExamples,
  ...webhookExamples,
  ...estimateExamples,
  ...quotaExamples,
  ...administrationExamples,
  ...vehicleExamples,
  ...reportExamples,
  ...comparisonExamples,
  ...captureExamples,
  ...erasureExamples,
  ...holdExamples,
  ...retentionExamples,
  ...exportExamples,
  ...auditExamples,
  ...objectionExamples,
}

/** Every example of the documentation, by operation id. */
export const EXAMPLES: Record<string, readonly CompleteExample[]> = Object.fromEntries(
  Object.entries(NOUNS).map(([operationId, examples]) => [operationId, examples.map(complete)]),
)

function complete({ answer, ...request }: Example): CompleteExample {
  if ('status' in answer)
    return { ...request, status: answer.status, ...(answer.body ? { answer: answer.body } : {}) }
  const problem = new Problem(answer.problem, answer.params, answer.errors)
  const body = problemBody(problem, EXAMPLE_VALUES.request_id, EXAMPLE_VALUES.origin)
  return { ...request, status: body.status, answer: body }
}
