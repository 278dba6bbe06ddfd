import type { ProblemRow } from './problem-row.ts'

/** What can be wrong with capture links and captures. */
export const CAPTURE_PROBLEMS = {
  capture_link_expired: {
    status: 410,
    title: 'The capture link has expired',
    cause: 'The link was valid until `expires_at`.',
    fix: 'Ask for a new link. Pictures that have arrived are kept.',
  },
  capture_link_revoked: {
    status: 410,
    title: 'The capture link was revoked',
    cause: 'Someone in the organization revoked the link.',
    fix: 'Ask for a new link. Pictures that have arrived are kept.',
  },
  capture_link_used_up: {
    status: 410,
    title: 'The capture link is in use on another device',
    cause: 'As many devices as `uses_max` have opened the link. It continues to work on those.',
    fix: 'Use the device that opened the link first, or ask for a new link.',
  },
  capture_incomplete: {
    status: 409,
    title: 'Pictures are missing',
    cause:
      'A required step has no picture, or a picture that must pass its check has not. `errors` names each step.',
    fix: 'Take these pictures, then finish again.',
  },
  capture_finished: {
    status: 409,
    title: 'The capture is finished',
    cause: 'It was finished before, and its tasks have started.',
    fix: 'Create a new link for another inspection.',
  },
  capture_step_unknown: {
    status: 422,
    title: 'The capture does not have this step',
    cause: 'The profile of the link does not ask for it. `known` lists the steps it asks for.',
    fix: 'Use a step of `known`. For a damage, send `damage_key` and `shot`.',
  },
  capture_limit_reached: {
    status: 422,
    title: 'The organization has reached a limit',
    cause:
      'The number of capture profiles and of open capture links is limited. `resource` and `limit` name the limit.',
    fix: 'Delete profiles or revoke links that you no longer use, or ask the operator to raise the limit.',
  },
} as const satisfies Record<string, ProblemRow>
