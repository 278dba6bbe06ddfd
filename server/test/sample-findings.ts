import { createHash } from 'node:crypto'
import type { Point } from '../src/core/contracts/findings.ts'
import type { EstimateLine } from '../src/findings/costs/estimate-types.ts'
import type { ReportDamage, ReportImage } from '../src/outputs/reports/report-content.ts'

const VIEWPOINTS = ['front', 'front_left', 'left', 'back_left', 'back', 'back_right', 'right', 'front_right']
export const PARTS = [
  'door_front_left',
  'bumper_front',
  'fender_front_left',
  'rim_front_left',
  'hood',
  'door_back_right',
  'trunk',
  'bumper_back',
  'fender_back_right',
  'mirror_left',
  'roof',
  'head_light_right',
] as const
const TYPES = ['scratch', 'scattered_scratches', 'dent', 'hubcap_scratch', 'paint_peeling', 'dent'] as const
const OPERATIONS = ['repair', 'repair', 'pdr', 'polish'] as const
export const MODEL = { name: 'damage-segmenter', version: '1.0.0', sha256: digestOf('damage-segmenter') }

export function sampleImage(at: number): ReportImage {
  const minute = String(4 + (at % 50)).padStart(2, '0')
  return {
    image_id: `01990000-0000-7000-8000-0000000${String(at).padStart(5, '0')}`,
    number: at + 1,
    sha256: digestOf(`image ${at}`),
    taken_at: `2026-11-14T08:${minute}:00.000Z`,
    received_at: `2026-11-14T08:${minute}:30.000Z`,
    viewpoint: VIEWPOINTS[at % VIEWPOINTS.length] ?? null,
    label: null,
    image_type: 'beauty_shot',
    width: 1600,
    height: 1200,
    checks: ['blurriness', 'underexposure', 'overexposure', 'low_resolution', 'no_vehicle'].map((issue) => ({
      issue,
      is_passed: !(at === 5 && issue === 'blurriness'),
    })),
  }
}

export function sampleDamage(at: number, images: readonly ReportImage[]): ReportDamage {
  const image = images[at % Math.max(1, Math.min(images.length, 7))]
  const [x, y] = [300 + (at % 4) * 280, 350 + (at % 3) * 220]
  const outline: Point[] = [
    [x, y],
    [x + 160, y - 30],
    [x + 210, y + 60],
    [x + 90, y + 110],
    [x - 20, y + 70],
  ]
  return {
    number: at + 1,
    damage_id: `01990000-0000-7000-8000-0000001${String(at).padStart(5, '0')}`,
    damage_type: TYPES[at % TYPES.length] ?? 'dent',
    part_types: [PARTS[at % PARTS.length] ?? 'hood'],
    size_cm: at === 3 ? null : { low: 12 + at, likely: 14 + at, high: 16 + at, scale_source: 'sight' },
    severity: { level: ([3, 2, 2, 1, 0] as const)[at % 5] ?? 1, rule_id: 'level_refinish' },
    repair_operation: OPERATIONS[at % OPERATIONS.length] ?? 'repair',
    operation_rule: 'repair_refinish',
    hours: 4.2,
    price: { low: 31_500, likely: 40_250, high: 52_000 },
    priced_with: null,
    origin:
      at === 2
        ? { kind: 'person', name: 'M. Laurent', at: '2026-11-14T09:10:00.000Z' }
        : { kind: 'model', ...MODEL },
    confidence: at === 2 ? null : Math.max(0.2, 0.94 - at / 40),
    is_doubtful: at === 11,
    corrected: at === 1 ? { at: '2026-11-14T09:12:00.000Z', by: 'M. Laurent' } : null,
    confirmed: at % 2 === 0 ? { at: '2026-11-14T09:20:00.000Z', by: 'M. Laurent' } : null,
    wear: { verdict: 'billable', rule_id: 'scratch', limit_cm: 2.5 },
    views: image
      ? [
          {
            image_id: image.image_id,
            box: { xmin: x - 20, ymin: y - 30, width: 230, height: 140 },
            polygons: [outline],
          },
        ]
      : [],
  }
}

export function sampleLines(damage: ReportDamage): EstimateLine[] {
  const common = {
    part_type: damage.part_types[0] ?? ('hood' as const),
    damage_ids: [damage.damage_id],
    operation: damage.repair_operation ?? ('none' as const),
    table_rows: [],
  }
  const line = (
    kind: EstimateLine['kind'],
    rule: EstimateLine['rule'],
    quantity: number,
    unitMinor: number,
  ) => {
    const likely = Math.round((quantity * unitMinor) / 1000)
    const span = { low: Math.round(likely * 0.8), likely, high: Math.round(likely * 1.3) }
    return {
      ...common,
      id: `${damage.number}-${kind}`,
      kind,
      rule,
      unit: 'hour' as const,
      quantity,
      unit_minor: unitMinor,
      ...span,
    }
  }
  return [
    line('refinish', 'refinish_first', 3000, 7_500),
    line('clear_coat', 'clear_coat_first', 1200, 7_500),
    line('material', 'material_by_hours', 4200, 4_292),
  ]
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
