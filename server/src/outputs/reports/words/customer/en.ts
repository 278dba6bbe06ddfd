/** The words of the pages a customer reads first. */
export const en = {
  grade: 'condition grade',
  no_grade: 'not graded',
  not_analyzed: 'not analyzed for damage yet',
  not_analyzed_text: 'The photos have not been analyzed for damage yet.',
  damages: 'Damages',
  none_found: 'No damage was found on the parts visible in the photos.',
  more: (count: number): string =>
    count === 1 ? '1 more damage is listed in the annex.' : `${count} more damages are listed in the annex.`,
  no_price: 'No price',
  cost: 'Estimated repair cost',
  cost_none: 'No estimate was requested.',
  not_assessed: 'Not assessed',
  parts_unseen: 'Not visible in the photos',
  unpriced: 'No price yet',
  wheels_open: 'Wheels and tires were not assessed.',
  tasks_open: 'Not finished',
  never: 'The underbody, mechanical and electronic systems, and damage hidden behind panels.',
  and_more: (count: number): string => `and ${count} more`,
  contest: 'How to contest this report',
  no_charge: 'Software proposes, a person decides. Nothing is charged automatically.',
  contest_online: (url: string): string => `Object online: ${url}. We give you the code.`,
  annex: 'Annex: full record',
  annex_text: 'Every damage, photo, price and decision behind the summary.',
  logo_alt: (name: string) => `Logo of ${name}`,
}

export type CustomerWords = typeof en
