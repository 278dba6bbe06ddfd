import { EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

export const renderingExamples: Examples = {
  getRenderedOutput: [
    {
      summary: 'Download it',
      path: { signature: EXAMPLE_VALUES.rendered_output_signature },
      after: 'damages rendered',
      as: null,
      answer: { status: 200 },
    },
  ],
}
