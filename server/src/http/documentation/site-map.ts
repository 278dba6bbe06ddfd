import { API_PATH, DECISIONS_PATH, ERRORS_PATH, FRONT_PATH } from '../../core/pages/site-paths.ts'

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
      doc('concepts', 'Concepts', 'Ten terms that describe the whole service'),
      doc('comparison', 'Walkaround and the alternatives', 'When to choose something else'),
      other('CHANGELOG.md', 'changelog', 'Changelog', 'What changed, version by version'),
      other('ROADMAP.md', 'roadmap', 'Roadmap', 'What comes next, and what is not planned'),
      doc('three-ways', 'One scenario, three ways', 'With curl, the command line and the TypeScript client'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      doc('guides/capture', 'Take good pictures', 'Usable pictures, file requirements and sights'),
      doc(
        'guides/capture-links',
        'Let others take the pictures',
        'Links for people without an account, and what they are asked for',
      ),
      doc(
        'guides/embed-capture',
        'Put the capture app into your own app',
        'From page to page or in a frame, and coming from a published capture client',
      ),
      doc('guides/upload', 'Upload pictures', 'As a file or by URL, safe to repeat'),
      doc('guides/quality', 'Check picture quality', 'What each issue means, and when to retake a picture'),
      doc('guides/tasks', 'Run tasks', 'Start, wait, finish manually, validate'),
      doc('guides/results', 'Read results', 'Damages, parts, sizes, confidence and replays'),
      doc('guides/corrections', 'Correct findings', 'Change, confirm, delete and restore, with a history'),
      doc(
        'guides/console',
        'Review in the console',
        'The web app for reviewers, with all keyboard shortcuts',
      ),
      doc('guides/estimate', 'Price the damage', 'Estimate the repair cost, or set your own prices'),
      doc('guides/compare', 'Compare two inspections', 'What is new since the hand-over, and who decides'),
      doc('guides/objections', 'Let people object', 'A page with the evidence, and answers by people'),
      doc('guides/bystanders', 'Hide bystanders', 'Faces and other vehicles, and who may see them'),
      doc('guides/report', 'Create a report', 'A PDF that anyone can verify offline'),
      doc('waiting', 'Wait for results', 'Long polling, Retry-After, streams, webhooks and callbacks'),
      doc('streams', 'Follow events live', 'Event streams that resume after an interruption'),
      doc('events', 'Events and webhooks', 'Signed messages to your server, with retries and resends'),
      doc('guides/tenants', 'Tenants and permissions', 'Token claims, permissions and isolation'),
      doc('guides/migrate', 'Move from the hosted API', 'What stays the same, and what is different'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      other('sdk/README.md', 'sdk', 'TypeScript client', 'The client library, function by function'),
      doc('cli', 'Command line', 'Every command, its options and exit codes'),
      doc('estimate', 'Estimate rules', 'How an estimate is made, with ten worked cases'),
      doc('reading-text', 'Text in pictures', 'VINs, plates, papers and odometers'),
      doc('verify-a-report', 'Verify a report', 'For auditors: check signature, data and pictures'),
      doc('configuration', 'Settings', 'Every setting with its default'),
      doc('specification', 'Specification', 'Each requirement with its test'),
      other(
        'conformance/README.md',
        'conformance',
        'Conformance',
        'The published clients, tested against this service',
      ),
      other('GLOSSARY.md', 'glossary', 'Glossary', 'One name for one thing'),
    ],
  },
  {
    title: 'Operations',
    pages: [
      doc(
        'operations/production',
        'Go to production',
        'Install, processes, TLS, proxy, health and monitoring',
      ),
      doc('operations/image', 'Run it from the image', 'Image, Compose, Kubernetes and signed releases'),
      doc(
        'operations/sign-in',
        'Connect your identity provider',
        'Settings for Auth0, Keycloak, Entra ID and Okta',
      ),
      doc('operations/quotas', 'Quotas', 'Limits for each organization'),
      doc('operations/encryption', 'Encryption at rest', 'A key per organization; replace and destroy keys'),
      doc('operations/erasure', 'Erase data', 'For good, with a receipt, as privacy laws ask'),
      doc(
        'operations/export',
        'Export and import data',
        'Everything about an inspection or vehicle in one file',
      ),
      doc('operations/audit', 'The audit', 'Who looked at what, and how a change of it shows'),
      doc('operations/retention', 'Keep data as long as you must', 'Rules by age, and holds'),
      doc(
        'operations/data-protection',
        'What you need to know for data protection',
        'Data map, record of processing, impact assessment',
      ),
      doc('operations/sizing', 'Sizing', 'Memory, CPU, connections and disk'),
      doc('operations/backup', 'Backup and restore', 'Database and bucket, with a rehearsal'),
      doc('operations/upgrade', 'Upgrade', 'Migrate first, then restart'),
      doc('versions', 'What versions promise', 'For the API, the database, events and models'),
      doc('operations/metrics', 'Metrics', 'What each process counts, for Prometheus'),
      doc('operations/alerts', 'Alerts', 'Rules for Prometheus, each with its runbook'),
      doc('operations/traces', 'Traces', 'Where the time of one request went, with OpenTelemetry'),
      doc('operations/runbooks', 'Runbooks', 'Outages, stuck queues and leaked keys'),
      other('models/README.md', 'models', 'Models', 'Replace, measure and host models'),
      other('models/training/README.md', 'models/training', 'Training', 'How we train our models'),
      doc('evaluation/compare', 'Accuracy of comparisons', 'How often new damage is told from old'),
      doc('evaluation/bystanders', 'Faces and plates', 'How many faces and plates of bystanders are found'),
      other('SECURITY.md', 'security', 'Security', 'Protections, personal data, known limits'),
    ],
  },
  {
    title: 'Inside',
    pages: [
      other('ARCHITECTURE.md', 'architecture', 'Architecture', 'A map of the code'),
      other('CONTRIBUTING.md', 'contributing', 'Contributing', 'Make your first change'),
      doc('contributing/first-issues', 'First issues', 'Ten small things that are wrong today'),
      other(
        'CODE_OF_CONDUCT.md',
        'code-of-conduct',
        'Code of conduct',
        'What we expect, and how to report a problem',
      ),
    ],
  },
]

/** Pages that are made, not written: they stand before the section's own. */
export const MADE: Record<string, { path: string; title: string; about: string }[]> = {
  Reference: [
    { path: API_PATH, title: 'API', about: 'Every operation, field and response, with a curl command' },
    { path: ERRORS_PATH, title: 'Errors', about: 'Cause and fix for every code' },
  ],
  Inside: [{ path: DECISIONS_PATH, title: 'Decisions', about: 'Why it is built this way' }],
}
