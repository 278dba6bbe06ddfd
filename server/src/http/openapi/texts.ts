import type { Tag } from '../../core/contracts/openapi-document.ts'

/** What holds for every operation, said once. */
export const ABOUT = `Vehicle inspection analysis: pictures in, findings out.

**Start here.** Create an inspection with every task you plan to run, add pictures, start the tasks, and read the inspection
until they are done. People can then correct the findings: damages, views and prices.

**Tokens.** Every operation takes \`Authorization: Bearer <access token>\`, a JWT from the configured OpenID Connect issuer.
URLs of pictures and reports in responses open without a token and expire.

**Visibility.** A token belongs to one organization. Resources of other organizations, deleted resources and resources that
never existed get the same 404.

**Names.** Fields are snake_case. Requests may also use camelCase for known fields. Unknown fields in a body are ignored;
unknown query parameters are refused. Custom data such as \`additional_data\` is stored unchanged.

**Two response formats.** \`application/json\` nests records. With \`Accept: application/vnd.walkaround.entities+json\`, the
response is normalized: records by kind and ID, in camelCase, with the main one in \`result\`.

**Retries.** Every write takes an \`Idempotency-Key\`: the same request with the same key has one effect and gets the same
response. Deleting or restoring twice answers 200 twice.

**Corrections.** Creating, changing, deleting and restoring damages, views and prices takes a \`reason\`. The history of the
inspection records who corrected what, when and why.

**Concurrent changes.** Resources with a \`version\` have it in their \`ETag\`. Send it back in \`If-Match\`: if someone else has
changed the resource, the service answers 412 instead of overwriting the change. Reads take \`If-None-Match\` and answer 304.

**Pages.** Lists use cursors: \`after\` and \`before\` take IDs from the list. \`paging.cursors.next\` and the \`Link\` header
name the next page and are absent on the last page.

**Errors.** Every error is \`application/problem+json\` (RFC 9457). Branch on \`code\`, which is never renamed; \`message\` and
\`title\` are for people. \`type\` is the URL of a page with the cause and the fix.`

export const TAGS: Tag[] = [
  {
    name: 'inspections',
    description: 'One inspection of one vehicle: its pictures, tasks and findings.',
  },
  { name: 'tasks', description: 'The analyses of an inspection, chosen when it is created.' },
  { name: 'images', description: 'The pictures of an inspection, their quality and their files.' },
  {
    name: 'damages',
    description: 'Damages and their parts, found by models and corrected by people.',
  },
  { name: 'views', description: 'Where a damage appears in a picture.' },
  { name: 'pricing', description: 'Repair prices of parts and of the whole vehicle.' },
  {
    name: 'severities',
    description:
      'Prices as the first generation of clients expects them: one per part, with a severity level.',
  },
  { name: 'history', description: 'Who changed what in an inspection, when and why.' },
  {
    name: 'events',
    description: 'Live streams of events, for people who are watching. Systems use webhooks.',
  },
  {
    name: 'webhooks',
    description: 'Endpoints that receive events, their deliveries, and resending.',
  },
  { name: 'quotas', description: 'Limits the operator sets for the organization, and their usage.' },
  {
    name: 'capture',
    description: 'Links with which people without an account take the pictures, and what they are asked for.',
  },
  {
    name: 'administration',
    description: 'Changes to the webhooks, quotas and settings of the organization.',
  },
  {
    name: 'comparisons',
    description: 'Two inspections of one vehicle, compared: what is new, and what people decided.',
  },
  {
    name: 'objections',
    description:
      'People object to what an inspection or comparison says, on a page with a link and a code; a person decides. The service charges nobody: every charge needs a human decision.',
  },
  {
    name: 'erasures',
    description: 'Inspections that are erased for good, each with a receipt.',
  },
  {
    name: 'audit',
    description: 'Who asked for what, in a chain of hashes with signed checkpoints.',
  },
  {
    name: 'retention',
    description: 'How long the organization keeps what, and which inspections must stay.',
  },
  {
    name: 'exports',
    description: 'Everything about an inspection or a vehicle in one file.',
  },
  { name: 'vehicles', description: 'The vehicle of an inspection.' },
  { name: 'reports', description: 'The PDF report of an inspection.' },
]
