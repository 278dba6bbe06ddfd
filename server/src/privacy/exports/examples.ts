import type { Examples } from '../../core/contracts/examples.ts'

export const exportExamples: Examples = {
  exportInspection: [{ summary: 'The archive', answer: { status: 200 } }],
  exportVehicle: [
    { summary: 'By its plate', query: { plate: 'AB-123-CD' }, answer: { status: 200 } },
    {
      summary: 'A vehicle that was never here',
      query: { plate: 'ZZ 000 ZZ' },
      answer: { problem: 'not_found' },
    },
  ],
}
