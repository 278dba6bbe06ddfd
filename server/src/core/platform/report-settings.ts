import type { Setting } from './setting-mistakes.ts'

/** How reports look and what they say in the operator's name. */
export const REPORT_SETTINGS = {
  SERVICE_NAME: { kind: 'text', means: 'who runs the service, as reports say it', default: 'Walkaround' },
  REPORT_ADDRESS: {
    kind: 'text',
    means: 'address and contact printed below the name in reports; ` | ` begins a new line',
    optional: true,
  },
  REPORT_LOGO_FILE: {
    kind: 'logo',
    means: 'logo printed on the first page of reports: PNG or JPEG, at most 1 MiB',
    optional: true,
  },
  REPORT_COLOR: {
    kind: 'color',
    means: 'color of the bars and badges in reports, `#rrggbb`; white text must be readable on it',
    default: '#0f172a',
  },
  REPORT_CONTEST: {
    kind: 'text',
    means:
      'how a customer contests a report: whom to write to, and until when; ` | ` begins a new paragraph. Without it a general text in the language of the report',
    optional: true,
  },
  REPORT_GRADES_FILE: {
    kind: 'grades',
    means:
      'JSON file with the rule that grades a vehicle in reports: a list from the best grade to the worst, each with the most `minor`, `moderate` and `severe` damages it allows, such as `{"grade": "A", "minor": 2, "moderate": 0, "severe": 0}`; a number left out allows any. The first grade that fits is printed; without a file none is',
    optional: true,
  },
  REPORT_TIME_ZONE: { kind: 'time_zone', means: 'zone of the times in reports, IANA name', default: 'UTC' },
  REPORT_PAPER: { kind: 'paper', means: 'paper of reports, a4 or letter', default: 'a4' },
} as const satisfies Record<string, Setting>
