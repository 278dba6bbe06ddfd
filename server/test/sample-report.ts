import { TEMPLATE_VERSION } from '../src/outputs/reports/pdf/render-pdf.ts'
import type { HistoryEntry, ReportContent } from '../src/outputs/reports/report-content.ts'
import { digestOf, MODEL, PARTS, sampleDamage, sampleImage, sampleLines } from './sample-findings.ts'

const NOTHING = { part_types: [], damage_numbers: [], image_ids: [], task_names: [] }
const HAPPENED: Omit<HistoryEntry, 'at' | 'event'> = {
  by: 'M. Laurent',
  damage: null,
  part_type: null,
  task_name: null,
  changes: [],
  currency: null,
  reason: null,
}

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
    operator: {
      address: ['Northway Inspections', '4 Quay Road, Bristol', 'claims@northway.example'],
      contest: ['Write to claims@northway.example within 14 days.'],
      contest_url: null,
      color: '#0f172a',
    },
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
    analysis: 'done',
    grade: { value: 'B' },
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
    cover_image_id: made[1]?.image_id ?? made[0]?.image_id ?? null,
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
    priced_damages: damages,
    unresolved: [
      {
        ...NOTHING,
        reason: 'picture_not_compliant',
        image_ids: made.slice(5, 6).map((image) => image.image_id),
      },
      {
        ...NOTHING,
        reason: 'not_confirmed',
        damage_numbers: found.filter((one) => !one.confirmed).map((one) => one.number),
      },
      { ...NOTHING, reason: 'task_not_done', task_names: ['human_in_the_loop'] },
    ],
    omitted: { damages: 0, images: 0, history: 0 },
    history: [
      {
        ...HAPPENED,
        at: '2026-11-14T08:20:00.000Z',
        by: null,
        event: 'task.done',
        task_name: 'damage_detection',
      },
      {
        ...HAPPENED,
        at: '2026-11-14T09:12:00.000Z',
        event: 'damage.updated',
        damage: { number: 2, damage_type: 'scattered_scratches', part_types: ['bumper_front'] },
        changes: [
          { field: 'damage_type', before: 'dent', after: 'scattered_scratches' },
          { field: 'damage_size_cm', before: 12, after: 18 },
        ],
        reason: 'The dent is a reflection; the scratches run across it.',
      },
      {
        ...HAPPENED,
        at: '2026-11-14T09:20:00.000Z',
        event: 'damage.deleted',
        damage: { number: null, damage_type: 'missing_piece', part_types: [] },
        reason: 'A door handle.',
      },
      {
        ...HAPPENED,
        at: '2026-11-14T09:31:00.000Z',
        event: 'pricing.updated',
        part_type: 'hood',
        currency: 'EUR',
        changes: [
          { field: 'pricing', before: 402.5, after: 320 },
          { field: 'level', before: 2, after: 1 },
        ],
      },
      { ...HAPPENED, at: '2026-11-14T09:40:00.000Z', event: 'task.validated', task_name: 'damage_detection' },
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
