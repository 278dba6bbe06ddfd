import { createHash } from 'node:crypto'
import type { Point } from '../src/contracts/findings.ts'
import type { EstimateLine } from '../src/estimates/estimate-types.ts'
import { TEMPLATE_VERSION } from '../src/reports/pdf/render-pdf.ts'
import type { ReportContent, ReportDamage, ReportImage } from '../src/reports/report-content.ts'

const VIEWPOINTS = ['front', 'front_left', 'left', 'back_left', 'back', 'back_right', 'right', 'front_right']
const PARTS = [
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
const MODEL = { name: 'damage-segmenter', version: '1.0.0', sha256: digestOf('damage-segmenter') }

/** Everything a report can hold, made up: `images` and `damages` of it. The same numbers give the same content. */
export function sampleReport({ images = 8, damages = 4 } = {}): ReportContent {
  const made = Array.from({ length: images }, (_, at) => sampleImage(at))
  const found = Array.from({ length: damages }, (_, at) => sampleDamage(at, made))
  const net = { low: 31_500 * damages, likely: 40_250 * damages, high: 52_000 * damages }
  const taxed = (rate: number) => ({
    low: Math.round(net.low * rate),
    likely: Math.round(net.likely * rate),
    high: Math.round(net.high * rate),
  })
  return {
    format: 'walkaround-report/1',
    report_id: '01990000-0000-7000-8000-0000000000aa',
    inspection_id: '01990000-0000-7000-8000-000000000001',
    template_version: TEMPLATE_VERSION,
    language: 'en',
    paper: 'a4',
    time_zone: 'Europe/Paris',
    created_at: '2026-11-14T10:02:00.000Z',
    service_name: 'Walkaround at Northway',
    client_name: 'Northway Fleet',
    customer: 'Example Rentals',
    inspection: {
      type: 'return',
      reference: 'C-2026-0417',
      place: 'Lyon, car park 2',
      inspector: 'Marie Laurent',
      created_at: '2026-11-14T08:01:00.000Z',
      started_at: '2026-11-14T08:04:00.000Z',
      finished_at: '2026-11-14T08:20:00.000Z',
      validated: { at: '2026-11-14T09:40:00.000Z', by: 'M. Laurent' },
      comment: null,
    },
    vehicle: {
      vin: 'XTEST000000000017',
      vin_check: 'not_used',
      plate: 'TE-000-ST',
      brand: 'Example',
      model: 'Sample 1.6',
      vehicle_type: 'sedan',
      color: 'silver',
      mileage: { value: 61_240, unit: 'km', image_id: made[0]?.image_id ?? null },
      date_of_circulation: '2018-03-01',
      duplicate_keys: true,
      market_value: { minor: 1_420_000, currency: 'EUR' },
    },
    coverage: {
      parts_seen: ['hood', 'bumper_front', 'door_front_left', 'door_back_left', 'trunk', 'bumper_back'],
      parts_not_seen: ['roof', 'rocker_panel_left', 'rocker_panel_right'],
      parts_share: 0.91,
      ring: { segments: 72, covered: 24 },
    },
    damages: found,
    images: made,
    wheels: [
      {
        wheel_name: 'wheel_front_left',
        image_id: made[0]?.image_id ?? '',
        judgements: [
          { question: 'rim_condition', answer: 'DAMAGED', confidence: 0.84 },
          { question: 'rim_material', answer: 'ALU', confidence: 0.97 },
          { question: 'hubcap_condition', answer: 'UNKNOWN', confidence: null },
        ],
      },
    ],
    documents: [
      {
        image_id: made[0]?.image_id ?? '',
        type: 'VIN',
        readings: [{ field: 'vin', value: 'XTEST000000000017', confidence: 0.93 }],
      },
    ],
    estimate: {
      table: { id: 'fr-2026', version: '2026-11-01', sha256: digestOf('fr-2026') },
      wear_pack: { id: 'lease-general', version: '1', sha256: digestOf('lease-general') },
      region: 'FR',
      currency: 'EUR',
      scope: 'visible_damage_only',
      parts: found.map((damage, at) => ({
        part_type: PARTS[at % PARTS.length] ?? 'hood',
        operation: damage.repair_operation ?? 'none',
        operation_rule: 'repair_refinish' as const,
        operations: ['refinishing'],
        hours: { PAINT: 3 },
        level: damage.severity?.level ?? 0,
        level_rule: 'level_refinish' as const,
        decisions: [],
        lines: sampleLines(damage),
        net: { low: 31_500, likely: 40_250, high: 52_000 },
      })),
      net,
      tax_rate: 0.2,
      tax: taxed(0.2),
      total: taxed(1.2),
      total_loss: null,
      verdicts: [],
      not_priced: [],
      unconfirmed: [],
    },
    unresolved: [
      { reason: 'part_not_seen', part_type: 'roof', damage_number: null, image_id: null },
      { reason: 'wear_uncertain', part_type: 'hood', damage_number: 1, image_id: null },
    ],
    history: [
      {
        at: '2026-11-14T09:12:00.000Z',
        by: 'M. Laurent',
        event: 'damage.updated',
        subject: 'No. 2',
        before: 'dent, 12 cm',
        after: 'scattered scratches, 18 cm',
        reason: 'The dent is a reflection; the scratches run across it.',
      },
      {
        at: '2026-11-14T09:40:00.000Z',
        by: 'M. Laurent',
        event: 'task.validated',
        subject: null,
        before: null,
        after: null,
        reason: null,
      },
    ],
    models: [MODEL, { name: 'vehicle-detector', version: '1.2.0', sha256: digestOf('vehicle-detector') }],
    rules: [
      { id: 'estimate-rules', version: '1' },
      { id: 'lease-general', version: '1' },
    ],
    verification: {
      url: 'https://inspections.example/verify/01990000-0000-7000-8000-0000000000aa',
      code: '7KQ4-M2XA',
    },
  }
}

function sampleImage(at: number): ReportImage {
  const minute = String(4 + (at % 50)).padStart(2, '0')
  return {
    image_id: `01990000-0000-7000-8000-0000000${String(at).padStart(5, '0')}`,
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

function sampleDamage(at: number, images: readonly ReportImage[]): ReportDamage {
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
    price: { low: 31_500, likely: 40_250, high: 52_000 },
    priced_with: null,
    origin:
      at === 2
        ? { kind: 'person', name: 'M. Laurent', at: '2026-11-14T09:10:00.000Z' }
        : { kind: 'model', ...MODEL },
    confidence: at === 2 ? null : 0.94 - at / 40,
    confirmed: at % 2 === 0 ? { at: '2026-11-14T09:20:00.000Z', by: 'M. Laurent' } : null,
    age: 'uncertain',
    wear: { verdict: 'billable', rule_id: 'scratch_length', limit_cm: 2.5 },
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

function sampleLines(damage: ReportDamage): EstimateLine[] {
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

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
