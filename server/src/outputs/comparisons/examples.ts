import {
  deletedExample,
  EXAMPLE_VALUES,
  type Examples,
  lastPageExample,
  pagingExample,
} from '../../core/contracts/examples.ts'

const {
  inspection_id: later_inspection_id,
  earlier_inspection_id,
  comparison_id,
  place_id,
  image_id,
  damage_id,
  history_entry_id,
  time,
  later,
  subject,
} = EXAMPLE_VALUES

const pair = { earlier_inspection_id, later_inspection_id }
const NONE = { new: 0, worsened: 0, unchanged: 0, repaired: 0, not_comparable: 0, uncertain: 0, open: 0 }

const summaryExample = {
  id: comparison_id,
  object_type: 'COMPARISON',
  created_at: time,
  updated_at: later,
  created_by: subject,
  done_at: later,
  version: 2,
  status: 'DONE',
  progress: 100,
  error: null,
  started_by: 'person',
  ...pair,
  is_outdated: false,
  summary: { ...NONE, new: 1, open: 1 },
}

const sightingExample = {
  image_id,
  is_gone: false,
  polygons: [
    [
      [40, 60],
      [160, 60],
      [160, 105],
    ],
  ],
  bounding_box: { xmin: 40, ymin: 60, width: 120, height: 45 },
  length_mm: null,
  length_error_mm: null,
  min_resolvable_mm: 5,
  captured_at: time,
  captured_at_source: 'upload',
  sha256: '9f2c4e8a1b7d3605f4e9c8a2d1b07653e8f4a9c2b1d07e6358f4c9a2e1b7d036',
}

const placeExample = {
  id: place_id,
  object_type: 'COMPARISON_PLACE',
  number: 1,
  verdict: 'new',
  proposed_verdict: 'new',
  certainty: 0.94,
  part_type: 'hood',
  damage_type: 'scratch',
  reasons: [{ reason: 'searched_again', values: { threshold: 0.1, score: 0.04 } }],
  earlier: {
    ...sightingExample,
    damage_id: null,
    score: 0.04,
    alignment: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  },
  later: { ...sightingExample, damage_id, score: 0.81, alignment: null },
  other_pairs: [],
  decision: null,
  note: null,
  is_damage: true,
  is_chargeable: true,
  chargeable_rule: 'wear_no_rule',
  amount: null,
  version: 1,
}
const chargesExample = { currency: null, confirmed: null, proposed: null, needs_human_decision: false }

const comparisonExample = {
  ...summaryExample,
  models: [{ name: 'damage-segmenter', version: '3', digest: sightingExample.sha256 }],
  is_earlier_read_again: false,
  panels: { compared: ['hood'], not_seen_before: [], not_seen_now: [] },
  signals: [
    {
      signal: 'time_unknown',
      earlier_image_id: null,
      later_image_id: image_id,
      values: { source: 'upload' },
    },
  ],
  places: [placeExample],
  charges: chargesExample,
}
const runningExample = {
  ...comparisonExample,
  version: 1,
  status: 'IN_PROGRESS',
  progress: 0,
  done_at: null,
}
const newExample = {
  ...runningExample,
  summary: NONE,
  models: [],
  signals: [],
  panels: { compared: [], not_seen_before: [], not_seen_now: [] },
  places: [],
}
const settingsExample = {
  object_type: 'COMPARISON_SETTINGS',
  compares_returns: true,
  version: 1,
  updated_at: later,
  updated_by: subject,
}

export const comparisonExamples: Examples = {
  createComparison: [
    {
      summary: 'Compare a return with its hand-over',
      after: 'two inspections analyzed',
      body: pair,
      answer: { status: 201, body: newExample },
    },
    {
      summary: 'An inspection with itself',
      body: { earlier_inspection_id: later_inspection_id, later_inspection_id },
      answer: { problem: 'comparison_of_one' },
    },
  ],
  listComparisons: [
    {
      summary: 'Of one inspection',
      after: 'inspections compared',
      query: { inspection_id: later_inspection_id },
      answer: { status: 200, body: { data: [summaryExample], paging: lastPageExample(comparison_id) } },
    },
  ],
  getComparison: [
    {
      summary: 'A new scratch',
      after: 'inspections compared',
      answer: { status: 200, body: comparisonExample },
    },
  ],
  deleteComparison: [
    {
      summary: 'Delete it',
      after: 'inspections compared',
      answer: { status: 200, body: deletedExample(comparison_id, 'COMPARISON') },
    },
  ],
  createComparisonRun: [
    {
      summary: 'After a correction',
      after: 'inspections compared',
      answer: { status: 201, body: { ...runningExample, version: 3 } },
    },
  ],
  updateComparisonPlace: [
    {
      summary: 'Agree',
      after: 'inspections compared',
      body: { verdict: 'new' },
      answer: {
        status: 200,
        body: {
          ...placeExample,
          version: 2,
          decision: { verdict: 'new', reason: null, note: null, decided_by: subject, decided_at: later },
          comparison_effect: { version: 3, summary: { ...NONE, new: 1 }, charges: chargesExample },
        },
      },
    },
    {
      summary: 'Say otherwise without a reason',
      after: 'inspections compared',
      body: { verdict: 'unchanged' },
      answer: { problem: 'comparison_reason_missing', params: { proposed_verdict: 'new' } },
    },
  ],
  listComparisonHistory: [
    {
      summary: 'The latest entry',
      after: 'comparison decided',
      query: { limit: '1' },
      answer: {
        status: 200,
        body: {
          data: [
            {
              id: history_entry_id,
              object_type: 'HISTORY_ENTRY',
              created_at: later,
              created_by: subject,
              type: 'comparison.updated',
              item_type: 'comparison',
              item_id: comparison_id,
              item_version: 3,
              reason: 'a reflection at hand-over',
              changes: { 'places.1.verdict': { before: null, after: 'uncertain' } },
            },
          ],
          paging: pagingExample(history_entry_id),
        },
      },
    },
  ],
  getComparisonSettings: [{ summary: 'Get them', answer: { status: 200, body: settingsExample } }],
  updateComparisonSettings: [
    {
      summary: 'Compare returns by themselves',
      body: { compares_returns: true },
      answer: { status: 200, body: settingsExample },
    },
  ],
}
