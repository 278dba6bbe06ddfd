import {
  EXAMPLE_PICTURE_URL,
  EXAMPLE_VALUES,
  type Examples,
  pagingExample,
} from '../../core/contracts/examples.ts'

const { inspection_id, objection_link_id, objection_id, objection_picture_id, objection_code } =
  EXAMPLE_VALUES
const { subject, time, later, origin } = EXAMPLE_VALUES

const withLink = 'objection link created'
const withObjection = 'objection created'

const linkExample = {
  id: objection_link_id,
  object_type: 'OBJECTION_LINK',
  created_at: time,
  created_by: subject,
  inspection_id,
  comparison_id: null,
  language: 'en',
  status: 'open',
  url: `${origin}/contest/${objection_link_id}`,
  objection_count: 0,
  expires_at: later,
  revoked_at: null,
}

const objectionExample = {
  id: objection_id,
  object_type: 'OBJECTION',
  created_at: time,
  objection_link_id,
  inspection_id,
  comparison_id: null,
  damage_id: null,
  place_id: null,
  about: null,
  text: 'This scratch was there when I picked the car up.',
  pictures: [{ id: objection_picture_id, path: EXAMPLE_PICTURE_URL, image_width: 800, image_height: 600 }],
  status: 'open',
  due_at: later,
  is_overdue: false,
  decision: null,
  earlier_decisions: [],
  version: 1,
}

const decided = {
  decision: 'upheld',
  reason: 'The hand-over photos show it. Nothing is charged.',
}

const settingsExample = {
  object_type: 'OBJECTION_SETTINGS',
  answer_days: 10,
  version: 1,
  updated_at: time,
  updated_by: subject,
}

export const objectionExamples: Examples = {
  createObjectionLink: [
    {
      summary: 'For the person who returned the vehicle',
      body: { inspection_id, language: 'en' },
      answer: { status: 201, body: { ...linkExample, access_code: objection_code } },
    },
    {
      summary: 'Without inspection and comparison',
      body: { language: 'en' },
      answer: { problem: 'objection_target_missing' },
    },
  ],
  listObjectionLinks: [
    {
      summary: 'The newest link of an inspection',
      after: withLink,
      query: { inspection_id, limit: '1' },
      answer: { status: 200, body: { data: [linkExample], paging: pagingExample(objection_link_id) } },
    },
  ],
  deleteObjectionLink: [
    {
      summary: 'A link that went to the wrong person',
      after: withLink,
      answer: { status: 200, body: { ...linkExample, status: 'revoked', revoked_at: later } },
    },
  ],
  listObjections: [
    {
      summary: 'The newest objection that nobody has decided',
      after: withObjection,
      query: { status: 'open', limit: '1' },
      answer: { status: 200, body: { data: [objectionExample], paging: pagingExample(objection_id) } },
    },
  ],
  getObjection: [
    {
      summary: 'An objection with a photo',
      after: withObjection,
      answer: { status: 200, body: objectionExample },
    },
  ],
  createObjectionDecision: [
    {
      summary: 'The person is right',
      after: withObjection,
      body: decided,
      answer: {
        status: 201,
        body: {
          ...objectionExample,
          status: 'decided',
          decision: { ...decided, decided_at: later, decided_by: subject },
          version: 2,
        },
      },
    },
  ],
  getObjectionSettings: [
    {
      summary: 'Before anybody set them',
      answer: {
        status: 200,
        body: { ...settingsExample, answer_days: 14, version: 0, updated_at: null, updated_by: null },
      },
    },
  ],
  updateObjectionSettings: [
    {
      summary: 'Answer within ten days',
      body: { answer_days: 10 },
      answer: { status: 200, body: settingsExample },
    },
  ],
}
