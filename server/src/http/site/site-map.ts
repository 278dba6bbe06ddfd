/** A Markdown file of the repository and where the service shows it. */
export type SitePage = {
  /** Seen from the root of the repository. */
  file: string
  path: string
  /** What it is called in the navigation. */
  title: string
  /** What a reader gets from it, in one line on the front page. */
  about: string
}

export type SiteSection = { title: string; pages: SitePage[] }

export const API_PATH = '/docs/api'
export const ERRORS_PATH = '/docs/errors'
export const DECISIONS_PATH = '/docs/adr'
export const FRONT_PATH = '/docs'
export const MODELS_PATH = '/docs/models'
export const PICTURES_PATH = '/docs/pictures'

const doc = (name: string, title: string, about: string): SitePage => ({
  file: `docs/${name}.md`,
  path: `${FRONT_PATH}/${name}`,
  title,
  about,
})
const other = (file: string, name: string, title: string, about: string): SitePage => ({
  file,
  path: `${FRONT_PATH}/${name}`,
  title,
  about,
})

/** Every page in the order in which it is read. A page whose file is not there is left out. */
export const SITE: SiteSection[] = [
  {
    title: 'Start',
    pages: [
      other(
        'README.md',
        'quick-start',
        'Quick start',
        'From a clone to a finished inspection in five minutes',
      ),
      doc('concepts', 'Concepts', 'The ten words everything else is made of'),
      doc('three-ways', 'One scenario, three ways', 'With curl, the command line and the TypeScript client'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      doc('guides/capture', 'Take good pictures', 'What makes a picture usable, and what a sight is'),
      doc('guides/upload', 'Upload pictures', 'As a file or by address, safe to repeat'),
      doc('guides/quality', 'Judge picture quality', 'What each compliance issue means and how to mend it'),
      doc('guides/tasks', 'Run tasks', 'Start, wait, finish by hand, validate'),
      doc('guides/results', 'Read results', 'Damages, parts, sizes, confidence, and making a run again'),
      doc('guides/corrections', 'Correct findings', 'Change, confirm, undo, and see who did what'),
      doc('guides/console', 'Review in the console', 'A list, a picture to work on, and every key'),
      doc('guides/estimate', 'Price the damage', 'An estimate line by line, and prices of your own'),
      doc('guides/report', 'Make a report', 'A PDF that can be checked without the service'),
      doc('waiting', 'Wait for results', 'Long reads, Retry-After, streams, webhooks and callbacks compared'),
      doc('streams', 'Follow events live', 'A stream that goes on where it was cut'),
      doc('events', 'Events and webhooks', 'What the service tells: signed, retried, replayed'),
      doc('guides/tenants', 'Tenants and permissions', 'Who sees what, and what a token must carry'),
      doc('guides/migrate', 'Move from the hosted API', 'What stays, what differs, and how to see it'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      other('sdk/README.md', 'sdk', 'TypeScript client', 'The client library, method by method'),
      doc('cli', 'Command line', 'Every command, its options and exit codes'),
      doc('estimate', 'Estimate rules', 'From a damage to money, with ten cases worked by hand'),
      doc('reading-text', 'Text in pictures', 'VINs, plates, papers and odometers'),
      doc('verify-a-report', 'Verify a report', 'For auditors: signature, data and pictures'),
      doc('configuration', 'Settings', 'Every setting with its default'),
      doc('specification', 'Specification', 'What the interface asks for, and the test for each line'),
      other('conformance/README.md', 'conformance', 'Conformance', 'Published clients against this service'),
      other('GLOSSARY.md', 'glossary', 'Glossary', 'One name for one thing'),
    ],
  },
  {
    title: 'Operations',
    pages: [
      doc('operations/production', 'Go to production', 'Processes, TLS, keys, proxy and health'),
      doc('operations/quotas', 'Quotas', 'What each organization may use, and how to change it'),
      doc('operations/sizing', 'Sizing', 'What was measured, and what was not'),
      doc('operations/backup', 'Back up and restore', 'Two commands, and how to rehearse them'),
      doc('operations/upgrade', 'Upgrade', 'Migrate first, then restart'),
      doc('operations/runbooks', 'Runbooks', 'What to do when something is down, stuck or leaked'),
      other('models/README.md', 'models', 'Models', 'Replace one, measure one, run them elsewhere'),
      other('models/training/README.md', 'models/training', 'Training', 'How our own weights are made'),
      other('SECURITY.md', 'security', 'Security', 'What is defended, how, and what is not'),
    ],
  },
  {
    title: 'Inside',
    pages: [
      other('ARCHITECTURE.md', 'architecture', 'Architecture', 'How it is built today'),
      other('CONTRIBUTING.md', 'contributing', 'Contributing', 'Set up, change, test and commit'),
    ],
  },
]

/** Pages that are made, not written: they stand before the section's own. */
export const MADE: Record<string, { path: string; title: string; about: string }[]> = {
  Reference: [
    { path: API_PATH, title: 'API', about: 'Every operation, field and answer, with a curl line each' },
    { path: ERRORS_PATH, title: 'Errors', about: 'Cause and remedy of every code' },
  ],
  Inside: [{ path: DECISIONS_PATH, title: 'Decisions', about: 'Why it is built so' }],
}
