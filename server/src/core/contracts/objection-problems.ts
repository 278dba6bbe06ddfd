import type { ProblemRow } from './problem-row.ts'

/** What can be wrong with objections and with the pages on which people object. */
export const OBJECTION_PROBLEMS = {
  objection_link_ended: {
    status: 410,
    title: 'The objection link has ended',
    cause: 'The link has expired, or someone in the organization revoked it.',
    fix: 'Ask the organization for a new link.',
  },
  objection_code_wrong: {
    status: 422,
    title: 'The code is not right',
    cause: 'The code does not belong to the link.',
    fix: 'Enter the code that was handed over with the link.',
  },
  objection_code_locked: {
    status: 429,
    title: 'Too many wrong codes',
    cause: 'A link accepts a limited number of wrong codes per hour.',
    fix: 'Wait for the time in `Retry-After`, then try again.',
    retryable: true,
  },
  objection_subject_unknown: {
    status: 422,
    title: 'The objection is about nothing that the page shows',
    cause: 'The finding is not among those of the inspection or comparison. It may have changed since.',
    fix: 'Open the page again and choose a finding, or object to everything.',
  },
  objection_target_missing: {
    status: 422,
    title: 'The link needs one inspection or one comparison',
    cause: 'The request names neither an inspection nor a comparison, or it names both.',
    fix: 'Send either `inspection_id` or `comparison_id`.',
  },
  person_needed: {
    status: 403,
    title: 'Only a person can decide this',
    cause: 'The token belongs to a program. A program must not decide what a person objects to.',
    fix: 'Sign in as a person, in the console or with `walkaround login`.',
  },
} as const satisfies Record<string, ProblemRow>
