import {
  deletedExample,
  EXAMPLE_VALUES,
  type Examples,
  pagingExample,
} from '../../core/contracts/examples.ts'

const { inspection_id, image_id, profile_id, capture_link_id, link_secret, subject, time, later, origin } =
  EXAMPLE_VALUES

const withProfile = 'capture profile created'
const withLink = 'capture link created'
const opened = 'capture opened'

const step = (name: string) => ({ step: name, is_required: true, must_pass: false })

const profileFields = {
  name: 'Return at the counter',
  steps: [step('around_000'), step('around_180')],
  vehicle_types: {},
  damages_max: 5,
  consent: { en: 'We use the pictures to assess the vehicle.' },
  asks_location: false,
  keeps_own_plate: null,
}

const profileExample = {
  id: profile_id,
  object_type: 'CAPTURE_PROFILE',
  created_at: time,
  created_by: subject,
  ...profileFields,
  version: 1,
}

const linkExample = {
  id: capture_link_id,
  object_type: 'CAPTURE_LINK',
  created_at: time,
  created_by: subject,
  inspection_id,
  inspection: null,
  profile_id: 'walk-8',
  profile_version: 1,
  language: 'de',
  visible: ['vehicle'],
  status: 'open',
  uses_max: 1,
  use_count: 0,
  finished_count: 0,
  return_url: null,
  expires_at: later,
  revoked_at: null,
}
const url = `${origin}/capture#${link_secret}`

const captureExample = {
  object_type: 'CAPTURE',
  inspection_id,
  capture_link_id,
  profile_id: 'walk-8',
  profile_version: 1,
  language: 'de',
  consent: null,
  asks_location: false,
  is_reusable: false,
  damages_max: 10,
  vehicle_type: 'coupe',
  vehicle: { brand: 'Alpine', model: 'A110', plate: 'AB-123-CD' },
  steps: [
    {
      step: 'around_000',
      is_required: true,
      must_pass: false,
      kind: 'walk',
      azimuth: 0,
      viewpoint: 'front',
      verdict: 'missing',
      reasons: [],
      image_id: null,
      path: null,
      reading: null,
    },
  ],
  damages: [],
  missing: ['around_000'],
  may_finish: false,
  return_url: null,
  finished_at: null,
}

const takenSteps = captureExample.steps.map((shown) => ({
  ...shown,
  verdict: 'retake',
  reasons: [
    {
      issue: 'blurriness',
      text: 'The picture is blurred.',
      how_to_fix: 'Hold the phone still and tap the vehicle to focus.',
    },
  ],
  image_id,
}))

const plateStep = {
  step: 'plate',
  is_required: false,
  must_pass: false,
  kind: 'document',
  azimuth: null,
  viewpoint: null,
  verdict: 'retake',
  reasons: takenSteps[0]?.reasons,
  image_id,
  path: null,
  reading: {
    status: 'unreadable',
    value: null,
    unit: null,
    alternatives: [],
    confirmed: { value: 'AB-123-CD', unit: null },
  },
}

export const captureExamples: Examples = {
  createCaptureLink: [
    {
      summary: 'A link in German for one phone',
      body: { profile_id: 'walk-8', language: 'de' },
      answer: { status: 201, body: { ...linkExample, url } },
    },
  ],
  createReusableCaptureLink: [
    {
      summary: 'A code to print for the gate',
      body: { profile_id: 'walk-8', language: 'de', inspection: { tasks: ['damage_detection'] } },
      answer: {
        status: 201,
        body: {
          ...linkExample,
          inspection_id: null,
          inspection: { tasks: ['damage_detection'] },
          uses_max: 1_000,
          url,
        },
      },
    },
  ],
  listCaptureLinks: [
    {
      summary: 'The links of an inspection',
      after: withLink,
      query: { inspection_id, limit: '1' },
      answer: { status: 200, body: { data: [linkExample], paging: pagingExample(capture_link_id) } },
    },
  ],
  getCaptureLink: [{ summary: 'A link', after: withLink, answer: { status: 200, body: linkExample } }],
  deleteCaptureLink: [
    {
      summary: 'Revoke a link',
      after: withLink,
      answer: { status: 200, body: { ...linkExample, status: 'revoked', revoked_at: later } },
    },
  ],
  createCaptureSession: [
    {
      summary: 'The phone opens the link',
      after: withLink,
      as: null,
      headers: { dpop: EXAMPLE_VALUES.device_proof },
      body: { secret: link_secret },
      answer: {
        status: 201,
        body: {
          object_type: 'CAPTURE_SESSION',
          token: EXAMPLE_VALUES.capture_token,
          expires_at: later,
          inspection_id,
          capture_link_id,
        },
      },
    },
  ],
  getCapture: [
    { summary: 'A capture that begins', after: opened, answer: { status: 200, body: captureExample } },
  ],
  createCapturePicture: [
    {
      summary: 'A picture of the front',
      after: opened,
      body: { step: 'around_000' },
      file: { part: 'picture', name: 'front.jpg', holds: 'picture' },
      answer: {
        status: 201,
        body: { object_type: 'CAPTURE_PICTURE', image_id, step: 'around_000', done: 1, total: 8 },
      },
    },
  ],
  updateCaptureReading: [
    {
      summary: 'The person corrects a sign of the plate',
      after: 'capture plate taken',
      path: { step: 'plate' },
      body: { value: 'AB-123-CD' },
      answer: { status: 200, body: { ...captureExample, steps: [plateStep] } },
    },
  ],
  finishCapture: [
    {
      summary: 'All pictures are there',
      after: 'capture complete',
      answer: {
        status: 200,
        body: { ...captureExample, steps: takenSteps, missing: [], may_finish: true, finished_at: later },
      },
    },
    {
      summary: 'Pictures are missing',
      after: opened,
      answer: {
        problem: 'capture_incomplete',
        errors: [{ field: 'around_000', message: 'has no picture that is good enough' }],
      },
    },
  ],
  createCaptureProfile: [
    {
      summary: 'Two pictures and the text to agree to',
      body: {
        name: profileFields.name,
        steps: [{ step: 'around_000' }, { step: 'around_180' }],
        damages_max: 5,
        consent: profileFields.consent,
      },
      answer: { status: 201, body: profileExample },
    },
  ],
  listCaptureProfiles: [
    {
      summary: 'All profiles',
      after: withProfile,
      answer: { status: 200, body: { data: [profileExample] } },
    },
  ],
  getCaptureProfile: [
    { summary: 'A profile', after: withProfile, answer: { status: 200, body: profileExample } },
  ],
  updateCaptureProfile: [
    {
      summary: 'Allow no damages',
      after: withProfile,
      body: { damages_max: 0 },
      answer: { status: 200, body: { ...profileExample, damages_max: 0, version: 2 } },
    },
  ],
  deleteCaptureProfile: [
    {
      summary: 'Delete a profile',
      after: withProfile,
      answer: { status: 200, body: deletedExample(profile_id, 'CAPTURE_PROFILE') },
    },
  ],
}
