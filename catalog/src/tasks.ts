/** The tasks an inspection may ask for. */
export const TASK_NAMES = [
  'damage_detection',
  'wheel_analysis',
  'repair_estimate',
  'images_ocr',
  'compliances',
  'human_in_the_loop',
  'pricing',
  'odometer',
  'warning_lights',
  'dashboard_ocr',
  'image_editing',
  'inspection_pdf',
] as const
export type TaskName = (typeof TASK_NAMES)[number]
