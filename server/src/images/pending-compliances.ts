/** What the poll of the oldest clients sees until the check is done: exactly TODO, and no null beside it. */
export const PENDING_COMPLIANCES = {
  image_quality_assessment: { status: 'TODO', is_compliant: null, reasons: [] },
}
