/** The words of the page on which somebody objects. */
export const en = {
  code_title: 'See the evidence, and object',
  code_intro: 'Enter the code that you were given with this link.',
  code: 'Code',
  open: 'Open',
  wrong: 'This code is not right. Check it and try again.',
  locked: 'Too many wrong codes. Try again in an hour, or ask for a new link.',
  ended: 'This link has ended. Ask for a new one.',
  gone: 'There is nothing at this address. Check the link, or ask for a new one.',
  person: 'Software proposes, a person decides. Nothing is charged automatically.',
  findings: 'What was found',
  no_findings: 'No damage is recorded.',
  vehicle: 'Vehicle',
  object: 'Object',
  intro: (days: number): string =>
    days === 1
      ? 'Say what is wrong. A person reads it and answers within 1 day.'
      : `Say what is wrong. A person reads it and answers within ${days} days.`,
  about: 'What is it about?',
  everything: 'Everything',
  text: 'What is wrong?',
  text_hint: 'At most 4,000 characters.',
  pictures: 'Photos',
  pictures_hint: (most: number): string =>
    `Optional, at most ${most}. Only the people who answer you see them.`,
  send: 'Send objection',
  yours: 'Your objections',
  sent: 'Sent',
  due: 'Answer promised by',
  waiting: 'Not answered yet',
  late: 'Answer overdue',
  reason: 'Reason',
  decided: 'Decided by a person',
  earlier: 'Earlier decision',
  upheld: 'Upheld',
  partly_upheld: 'Partly upheld',
  rejected: 'Rejected',
  full: 'You have sent as many objections as this link allows.',
  text_wrong: 'Nothing was sent. Write between 1 and 4,000 characters.',
  changed: 'Nothing was sent. The findings have changed; look at them again.',
  picture_wrong: 'Nothing was sent. A photo cannot be read. Use JPEG, PNG, WebP or HEIC.',
  picture_large: 'Nothing was sent. A photo is too large, or there are too many.',
  failed: 'Nothing was sent. Try again in a moment.',
}

export type ContestWords = typeof en
