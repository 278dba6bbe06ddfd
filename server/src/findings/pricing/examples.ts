import { deletedExample, EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const { inspection_id, part_id, pricing_id, later, subject } = EXAMPLE_VALUES

export const pricingExample = {
  id: pricing_id,
  object_type: 'PRICING',
  inspection_id,
  created_at: later,
  deleted_at: null,
  created_by: subject,
  is_user_modified: true,
  related_item_type: 'part',
  related_item_id: part_id,
  part_type: 'hood',
  pricing: 180,
  currency: 'EUR',
  operations: [],
  hours: {},
  version: 1,
}

const corrected = { ...pricingExample, estimate_effect: null }

export const pricingExamples: Examples = {
  createPricing: [
    {
      summary: 'The price of a part',
      body: { pricing: 180, related_item_type: 'part', part_type: 'hood' },
      answer: { status: 201, body: corrected },
    },
  ],
  updatePricing: [
    {
      summary: 'Another amount',
      body: { pricing: 210.5 },
      answer: { status: 200, body: { ...corrected, pricing: 210.5, version: 2 } },
    },
  ],
  deletePricing: [
    {
      summary: 'No price after all',
      body: { reason: 'covered by the warranty' },
      answer: { status: 200, body: { ...deletedExample(pricing_id, 'PRICING'), estimate_effect: null } },
    },
  ],
  restorePricing: [
    {
      summary: 'The warranty has expired',
      after: 'pricing deleted',
      body: { reason: 'the warranty has ended' },
      answer: { status: 200, body: { ...corrected, version: 3 } },
    },
  ],
}
