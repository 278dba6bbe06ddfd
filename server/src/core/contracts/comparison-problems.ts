import type { ProblemRow } from './problem-row.ts'

/** What can be wrong with comparisons. */
export const COMPARISON_PROBLEMS = {
  comparison_of_one: {
    status: 422,
    title: 'Both sides are the same inspection',
    cause: '`earlier_inspection_id` and `later_inspection_id` are equal.',
    fix: 'Name two inspections of the same vehicle.',
  },
  comparison_not_analyzed: {
    status: 409,
    title: 'Damage detection of an inspection is not done',
    cause:
      'Damages can be compared once both inspections have been searched for them. `errors` names the side.',
    fix: 'Run `damage_detection` on that inspection, then try again.',
  },
  comparison_not_done: {
    status: 409,
    title: 'The comparison is not done',
    cause: 'A report shows a comparison that is done. This one is being made, or failed.',
    fix: 'Wait until its `status` is `DONE`, then try again.',
  },
  comparison_reason_missing: {
    status: 422,
    title: 'This decision needs a reason',
    cause:
      'The verdict differs from `proposed_verdict`, or the place is to be charged although the pictures do not show that the damage is new.',
    fix: 'Send `reason` with the decision.',
  },
  comparison_not_chargeable: {
    status: 422,
    title: 'This place cannot be charged',
    cause:
      'It is no damage, the return does not show it, or it was there before. `verdict` names the current verdict.',
    fix: 'Correct the verdict first.',
  },
  comparison_evidence_gone: {
    status: 409,
    title: 'The earlier inspection was deleted',
    cause:
      'Nobody can check its pictures any more, so the comparison is not made anew and no charge is added.',
    fix: 'Create a comparison with another earlier inspection.',
  },
} as const satisfies Record<string, ProblemRow>
