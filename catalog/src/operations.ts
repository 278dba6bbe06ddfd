/** What is done to a part, as prices name it. */
const OPERATIONS = [
  'polishing',
  'sanding',
  'painting',
  'replacing',
  'paintless_dent_repair',
  'dent_repair',
  'refinishing',
  'removing',
  'painting_hard',
  'paint_preparation',
] as const
export type Operation = (typeof OPERATIONS)[number]
