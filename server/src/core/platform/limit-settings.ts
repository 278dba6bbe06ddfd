import type { Setting } from './setting-mistakes.ts'

/** Every quantity has a limit, and each limit is a setting. */
export const LIMIT_SETTINGS = {
  UPLOADS_IN_FLIGHT_MAX: {
    kind: 'count',
    means: 'maximum concurrent uploads per API process, across all organizations',
    default: '128',
  },
  UPLOADS_IN_FLIGHT_PER_CALLER_MAX: {
    kind: 'count',
    means: 'maximum concurrent uploads per caller and API process',
    default: '16',
  },
  UPLOAD_BYTES_IN_FLIGHT_MAX: {
    kind: 'count',
    means:
      'maximum bytes of concurrent uploads in TEMPORARY_DIR, per API process; one organization can use half of them, one caller a quarter',
    default: '536870912',
  },
  UPLOAD_BYTES_PER_S_MIN: {
    kind: 'count',
    means: 'minimum speed of a request body, in bytes per second; slower requests are ended',
    default: '2048',
  },
  TURNS_PER_ORGANIZATION: {
    kind: 'count',
    means:
      'reads, and as many writes, that an API process handles at once for one organization; three times as many for all organizations together',
    default: '4',
  },
  THUMBNAIL_CACHE_BYTES_MAX: {
    kind: 'count',
    means: 'memory for cached thumbnails per API process, in bytes',
    default: '33554432',
  },
  IMAGE_BYTES_MAX: { kind: 'count', means: 'maximum size of a picture, in bytes', default: '26214400' },
  IMAGE_PIXELS_MAX: { kind: 'count', means: 'maximum pixels of a picture', default: '50000000' },
  IMAGES_PER_INSPECTION_MAX: { kind: 'count', means: 'maximum pictures per inspection', default: '500' },
  IMAGES_EVER_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'maximum pictures per inspection, including deleted ones',
    default: '2000',
  },
  PRICINGS_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'maximum prices per inspection, including deleted ones',
    default: '1000',
  },
  DAMAGES_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'maximum damages per inspection, including deleted ones',
    default: '2000',
  },
  VIEWS_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'maximum views per inspection, including deleted ones',
    default: '10000',
  },
  REPORTS_PER_INSPECTION_MAX: { kind: 'count', means: 'maximum reports per inspection', default: '100' },
  COMPARISON_PICTURES_MAX: {
    kind: 'count',
    means: 'maximum pictures of each inspection that a comparison looks at; those with damages come first',
    default: '60',
  },
  COMPARISON_TIMEOUT_MS: {
    kind: 'count',
    means: 'time to compare the damages of two inspections, without the models, in milliseconds',
    default: '120000',
  },
  COMPARISONS_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'maximum comparisons per later inspection, including deleted ones',
    default: '100',
  },
  TASKS_PER_INSPECTION_MAX: { kind: 'count', means: 'maximum tasks per inspection', default: '32' },
  RUNS_PER_TASK_MAX: { kind: 'count', means: 'maximum runs per task', default: '20' },
  REPLAYS_PER_TASK_MAX: { kind: 'count', means: 'maximum replays per task', default: '100' },
  CALLBACKS_PER_TASK_MAX: { kind: 'count', means: 'maximum callbacks per task', default: '16' },
  JSON_BYTES_MAX: { kind: 'count', means: 'maximum size of a JSON body, in bytes', default: '1048576' },
  FREE_DATA_BYTES_MAX: {
    kind: 'count',
    means:
      'maximum size of each object or list of custom data in a resource, in bytes of JSON: `additional_data`, `owner_info`, `pricing`, `damage_severity`, `damage_areas`, arguments and so on',
    default: '65536',
  },
  ANSWER_BYTES_MAX: {
    kind: 'count',
    means: 'maximum size of one kind of data (images, damages, views …) in a response, in bytes of JSON',
    default: '8388608',
  },
  LIST_BYTES_MAX: {
    kind: 'count',
    means:
      'maximum size of a page of inspections, in bytes of JSON; a larger page is cut to fewer rows than its limit',
    default: '1048576',
  },
  JSON_DEPTH_MAX: { kind: 'count', means: 'maximum nesting of a JSON body', default: '32' },
  PAGE_SIZE_MAX: {
    kind: 'count',
    means: 'maximum rows per page; a larger limit is reduced to this value',
    default: '500',
  },
  CAPTURE_TOKEN_S: {
    kind: 'count',
    means: 'how long the token of a capture link is valid, in seconds; its device then asks for the next one',
    default: '900',
  },
  CAPTURE_LINK_S_MAX: {
    kind: 'count',
    means: 'maximum validity of a capture link, in seconds',
    default: '31622400',
  },
  CAPTURE_LINKS_MAX: {
    kind: 'count',
    means: 'maximum open capture links per organization',
    default: '20000',
  },
  CAPTURE_PROFILES_MAX: {
    kind: 'count',
    means: 'maximum capture profiles per organization',
    default: '100',
  },
  OBJECTION_SESSION_S: {
    kind: 'count',
    means: 'how long the page of an objection link stays open after its code was entered, in seconds',
    default: '3600',
  },
  OBJECTION_WRONG_CODES_MAX: {
    kind: 'count',
    means: 'maximum wrong codes per objection link and hour',
    default: '10',
  },
  OBJECTION_LINKS_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'maximum objection links per inspection, including those that have ended',
    default: '50',
  },
  OBJECTIONS_PER_LINK_MAX: {
    kind: 'count',
    means: 'maximum objections per objection link',
    default: '20',
  },
  OBJECTION_PICTURES_MAX: { kind: 'count', means: 'maximum pictures per objection', default: '6' },
  QUOTA_BYTES_STORED_MAX: {
    kind: 'count',
    means: 'default quota of an organization: bytes of pictures and reports',
    default: '500000000000',
  },
  QUOTA_INSPECTIONS_PER_DAY_MAX: {
    kind: 'count',
    means: 'default quota of an organization: new inspections per day (UTC)',
    default: '2000',
  },
  QUOTA_UPLOADS_IN_FLIGHT_MAX: {
    kind: 'count',
    means: 'default quota of an organization: concurrent uploads',
    default: '32',
  },
  QUOTA_REQUESTS_PER_MINUTE_MAX: {
    kind: 'count',
    means: 'default quota of an organization: requests per minute across all API processes',
    default: '6000',
  },
} as const satisfies Record<string, Setting>
