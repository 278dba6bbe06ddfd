import type { Setting } from './setting-mistakes.ts'

/** Every quantity has a limit, and each limit is a setting. */
export const LIMIT_SETTINGS = {
  UPLOADS_IN_FLIGHT_MAX: {
    kind: 'count',
    means: 'files that are on their way into an API process at once, of all organizations',
    default: '128',
  },
  UPLOADS_IN_FLIGHT_PER_CALLER_MAX: { kind: 'count', means: 'of them, those of one caller', default: '16' },
  UPLOAD_BYTES_IN_FLIGHT_MAX: {
    kind: 'count',
    means:
      'bytes of these files in TEMPORARY_DIR; one organization has half of them at most, one caller a quarter',
    default: '536870912',
  },
  UPLOAD_BYTES_PER_S_MIN: {
    kind: 'count',
    means: 'bytes a second that a body must bring; a slower one is not waited for',
    default: '2048',
  },
  TURNS_PER_ORGANIZATION: {
    kind: 'count',
    means:
      'reads, and as many writes, of one organization that an API process works on at once; of all organizations three times as many',
    default: '4',
  },
  THUMBNAIL_CACHE_BYTES_MAX: {
    kind: 'count',
    means: 'bytes of thumbnails an API process keeps in memory',
    default: '33554432',
  },
  IMAGE_BYTES_MAX: { kind: 'count', means: 'bytes of one picture', default: '26214400' },
  IMAGE_PIXELS_MAX: { kind: 'count', means: 'pixels of one picture', default: '50000000' },
  IMAGES_PER_INSPECTION_MAX: { kind: 'count', means: 'pictures of one inspection', default: '500' },
  IMAGES_EVER_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'pictures of one inspection, deleted ones included',
    default: '2000',
  },
  PRICINGS_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'prices of one inspection, deleted ones included',
    default: '1000',
  },
  DAMAGES_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'damages of one inspection, deleted ones included',
    default: '2000',
  },
  VIEWS_PER_INSPECTION_MAX: {
    kind: 'count',
    means: 'views of one inspection, deleted ones included',
    default: '10000',
  },
  REPORTS_PER_INSPECTION_MAX: { kind: 'count', means: 'reports of one inspection', default: '100' },
  TASKS_PER_INSPECTION_MAX: { kind: 'count', means: 'tasks of one inspection', default: '32' },
  REPLAYS_PER_TASK_MAX: { kind: 'count', means: 'replays of one task', default: '100' },
  CALLBACKS_PER_TASK_MAX: { kind: 'count', means: 'callbacks of one task', default: '16' },
  JSON_BYTES_MAX: { kind: 'count', means: 'bytes of a JSON body', default: '1048576' },
  FREE_DATA_BYTES_MAX: {
    kind: 'count',
    means:
      'bytes of each free object or list a client stores with one thing, as JSON: `additional_data`, `owner_info`, `pricing`, `damage_severity`, `damage_areas`, arguments and so on',
    default: '65536',
  },
  ANSWER_BYTES_MAX: {
    kind: 'count',
    means: 'bytes of one kind of thing (images, damages, views …) in one answer, as JSON',
    default: '8388608',
  },
  LIST_BYTES_MAX: {
    kind: 'count',
    means: 'bytes of a page of inspections, as JSON; a page that would be larger is shorter than its limit',
    default: '1048576',
  },
  JSON_DEPTH_MAX: { kind: 'count', means: 'nesting of a JSON body', default: '32' },
  PAGE_SIZE_MAX: { kind: 'count', means: 'rows of one page; a larger limit is clamped', default: '500' },
  QUOTA_BYTES_STORED_MAX: {
    kind: 'count',
    means: 'bytes of pictures and reports of an organization without a quota of its own',
    default: '500000000000',
  },
  QUOTA_INSPECTIONS_PER_DAY_MAX: { kind: 'count', means: 'its new inspections a day (UTC)', default: '2000' },
  QUOTA_UPLOADS_IN_FLIGHT_MAX: { kind: 'count', means: 'its uploads at once', default: '32' },
  QUOTA_REQUESTS_PER_MINUTE_MAX: {
    kind: 'count',
    means: 'its requests a minute, at all API processes together',
    default: '6000',
  },
} as const satisfies Record<string, Setting>
