import type { ComplianceIssue } from '../compliance-issues.ts'
import type { DamageType } from '../damage-types.ts'
import type { DocumentType, ImageType, Viewpoint } from '../image-types.ts'
import type { Operation } from '../operations.ts'
import type { PartType } from '../parts.ts'
import type { SeverityName } from '../severities.ts'
import type { TaskName } from '../tasks.ts'
import type { VehicleType } from '../vehicle-types.ts'
import type { WheelCondition, WheelPrediction } from '../wheel-conditions.ts'

/** The words of one language. A language that lacks one does not compile. */
export type LabelSet = {
  parts: Record<PartType, string>
  damage_types: Record<DamageType, string>
  severities: Record<SeverityName, string>
  operations: Record<Operation, string>
  tasks: Record<TaskName, string>
  compliance_issues: Record<ComplianceIssue, string>
  /** What the person with the camera does about it, as a sentence. */
  how_to_fix: Record<ComplianceIssue, string>
  vehicle_types: Record<VehicleType, string>
  wheel_conditions: Record<WheelCondition, string>
  wheel_predictions: Record<WheelPrediction, string>
  viewpoints: Record<Viewpoint, string>
  image_types: Record<ImageType, string>
  document_types: Record<DocumentType, string>
}
