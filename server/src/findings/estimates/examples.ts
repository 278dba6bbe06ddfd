import { EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const { inspection_id, estimate_id, damage_id, later, subject } = EXAMPLE_VALUES

const estimateExample = {
  id: estimate_id,
  object_type: 'ESTIMATE',
  inspection_id,
  version: 1,
  created_at: later,
  created_by: subject,
  ...{
    table: {
      id: 'walkaround-de',
      version: '1',
      sha256: 'ec2203a49ba009a10c56b74b408bed459d19937c8a82570d65e29d931b53be74',
    },
    wear_pack: null,
    region: 'DE',
    currency: 'EUR',
    scope: 'visible_damage_only',
    parts: [
      {
        part_type: 'hood',
        operation: 'polish',
        operation_rule: 'polish_small_scratch',
        operations: ['polishing'],
        hours: {
          T1: 0.4,
        },
        level: 1,
        level_rule: 'level_small_repair',
        decisions: [
          {
            damage_id: damage_id,
            part_type: 'hood',
            operation: 'polish',
            rule: 'polish_small_scratch',
            size_mm: {
              low: 20,
              likely: 60,
              high: 150,
            },
            size_rule: 'size_unknown',
          },
        ],
        lines: [
          {
            id: 'hood/polish/0',
            part_type: 'hood',
            operation: 'polish',
            kind: 'polish',
            rule: 'polish_hours',
            damage_ids: [damage_id],
            table_rows: ['$.polish.hours', '$.rates.body.minor_per_hour'],
            unit: 'hour',
            quantity: 400,
            unit_minor: 16975,
            low: 6790,
            likely: 6790,
            high: 6790,
          },
          {
            id: 'hood/span',
            part_type: 'hood',
            kind: 'span',
            damage_ids: [damage_id],
            operation: 'polish',
            rule: 'other_operation_possible',
            table_rows: [],
            unit: 'piece',
            quantity: 1,
            unit_minor: 0,
            low: 0,
            likely: 0,
            high: 89755,
          },
        ],
        net: {
          low: 6790,
          likely: 6790,
          high: 96545,
        },
      },
    ],
    net: {
      low: 6790,
      likely: 6790,
      high: 96545,
    },
    tax_rate: 0.19,
    tax: {
      low: 1290,
      likely: 1290,
      high: 18344,
    },
    total: {
      low: 8080,
      likely: 8080,
      high: 114889,
    },
    total_loss: null,
    verdicts: [],
    not_priced: [],
    unconfirmed: [],
  },
  standing: {
    currency: 'EUR',
    damage_count: 1,
    priced_damage_count: 1,
    net: { low: 6790, likely: 6790, high: 96545 },
    tax: { low: 1290, likely: 1290, high: 18344 },
    total: { low: 8080, likely: 8080, high: 114889 },
  },
}

export const estimateExamples: Examples = {
  createEstimate: [
    {
      summary: 'With the current tables',
      body: {},
      answer: { status: 201, body: estimateExample },
    },
    {
      summary: 'A region without a table',
      body: { region: 'XX' },
      answer: {
        problem: 'estimate_table_missing',
        errors: [{ field: 'region', message: 'There is no estimate table for XX. There are: DE, FR.' }],
      },
    },
  ],
  getEstimate: [
    {
      summary: 'All lines',
      after: 'estimate made',
      answer: { status: 200, body: estimateExample },
    },
    { summary: 'Not requested', answer: { problem: 'estimate_not_made' } },
  ],
}
