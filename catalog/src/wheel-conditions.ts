/** What a model says of a wheel, field by field; each may also be UNKNOWN or NOT_APPLICABLE. */
export const WHEEL_CONDITIONS = {
  rim_condition: ['DAMAGED', 'NOT_DAMAGED'],
  rim_material: ['STEEL', 'ALU'],
  rim_visual_aspect: ['BICOLOR', 'CLASSIC'],
  hubcap_over_rim: ['HUBCAP_OVER_RIM', 'RIM_ONLY'],
  hubcap_condition: ['DAMAGED', 'NOT_DAMAGED'],
  hubcap_visual_aspect: ['BICOLOR', 'CLASSIC'],
} as const
export type WheelCondition = keyof typeof WHEEL_CONDITIONS

export const WHEEL_PREDICTIONS = [
  'DAMAGED',
  'NOT_DAMAGED',
  'STEEL',
  'ALU',
  'HUBCAP_OVER_RIM',
  'RIM_ONLY',
  'BICOLOR',
  'CLASSIC',
  'UNKNOWN',
  'NOT_APPLICABLE',
] as const
export type WheelPrediction = (typeof WHEEL_PREDICTIONS)[number]
