import { TASK_PERMISSIONS, type TaskPermission } from '@walkaround/catalog/tasks'

const OTHER_PERMISSIONS = {
  'monk_core_api:inspections:create': 'create inspections',
  'monk_core_api:inspections:read': 'read own inspections',
  'monk_core_api:inspections:read_organization': 'read all inspections of the organization',
  'monk_core_api:inspections:read_all': 'read all inspections the organization can see',
  'monk_core_api:inspections:update': 'add images to own inspections and start their tasks',
  'monk_core_api:inspections:update_organization': 'the same for all inspections of the organization',
  'monk_core_api:inspections:update_all': 'the same for all inspections the organization can see',
  'monk_core_api:inspections:write': 'finish tasks by hand, correct results and delete own inspections',
  'monk_core_api:inspections:write_organization': 'the same for all inspections of the organization',
  'monk_core_api:inspections:write_all': 'the same for all inspections the organization can see',
  'monk_core_api:originals:read': 'open pictures with nothing hidden, with a reason, and export them',
  'monk_core_api:quotas:write': 'set the quotas of the organization; for the operator, not for its people',
} as const

export type Permission = TaskPermission | keyof typeof OTHER_PERMISSIONS

/** What a token may allow. The words are those of the published clients. */
export const PERMISSIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    TASK_PERMISSIONS.map(({ task, permission }) => [permission, `ask for the task ${task}`]),
  ),
  ...OTHER_PERMISSIONS,
}
