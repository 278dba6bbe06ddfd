/** What a token may allow. The words are those of the published clients. */
export const PERMISSIONS = {
  'monk_core_api:compliances': 'ask for the task compliances',
  'monk_core_api:damage_detection': 'ask for the task damage_detection',
  'monk_core_api:images_ocr': 'ask for the task images_ocr',
  'monk_core_api:repair_estimate': 'ask for the task repair_estimate',
  'monk_core_api:wheel_analysis': 'ask for the task wheel_analysis',
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
  'monk_core_api:quotas:write': 'set the quotas of the organization; for the operator, not for its people',
} as const

export type Permission = keyof typeof PERMISSIONS
