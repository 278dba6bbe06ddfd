import type { Tag } from './openapi-document.ts'

/** What holds for every operation, said once. */
export const ABOUT = `Vehicle inspection analysis: pictures in, findings out.

**Start here.** Create an inspection with every task you will ever run on it, add pictures, start the tasks, and read the
inspection until they are done. People may then correct what was found: damages, views and prices.

**Tokens.** Every operation takes \`Authorization: Bearer <access token>\`, a JWT of the configured OpenID Connect issuer.
Addresses of pictures and reports, which answers hold, open without a token for whoever has them, and expire.

**Visibility.** A token belongs to one organization. What another organization has, what is deleted and what never existed
answer the same 404.

**Names.** Fields are snake_case. Requests may spell known fields in camelCase. Unknown fields of a body are dropped, unknown
query parameters are refused. Free objects such as \`additional_data\` are kept as they came.

**Two forms of answers.** \`application/json\` nests things in each other. With
\`Accept: application/vnd.walkaround.entities+json\` the same answer comes normalised: records by kind and id, in camelCase,
with \`result\` naming the main one.

**Retries.** Every write takes an \`Idempotency-Key\`: the same request with the same key has one effect and gets the same
answer. Deleting twice answers 200 twice, and so does restoring.

**Corrections.** Creates, changes, deletes and restores of damages, views and prices take a \`reason\`. Who corrected what, when
and why is kept in the inspection's history.

**Concurrent changes.** Things with a \`version\` have it in their \`ETag\`. Send it back in \`If-Match\`, and a change that
somebody else made in between answers 412 instead of being overwritten. Reads take \`If-None-Match\` and answer 304.

**Pages.** Lists are cut by cursors: \`after\` and \`before\` take ids of things in the list. \`paging.cursors.next\` and the
\`Link\` header name the next page, and are absent on the last.

**Errors.** Every error is \`application/problem+json\` (RFC 9457). Branch on \`code\`, which is never renamed; \`message\` and
\`title\` are for people. \`type\` is the address of a page that says cause and fix.`

export const TAGS: Tag[] = [
  {
    name: 'inspections',
    description: 'One vehicle, looked at once: its pictures, its tasks and what they found.',
  },
  { name: 'tasks', description: 'The analyses of an inspection. They are chosen when it is created.' },
  { name: 'images', description: 'The pictures of an inspection, their quality and their bytes.' },
  {
    name: 'damages',
    description: 'What is broken, and on which part. Made by models, corrected by people.',
  },
  { name: 'views', description: 'Where on a picture a damage is seen.' },
  { name: 'pricing', description: 'What a part or the whole vehicle costs to repair.' },
  {
    name: 'severities',
    description:
      'The same prices in the form of the first generation of clients: one per part, with a level.',
  },
  { name: 'history', description: 'What happened to an inspection: who did what, when and why.' },
  {
    name: 'events',
    description: 'What happens, as it happens: streams for people who watch. Systems take webhooks.',
  },
  {
    name: 'webhooks',
    description: 'Where systems are told of events, what was sent to them, and what is sent again.',
  },
  { name: 'quotas', description: 'What the operator allows the organization, and how much of it is used.' },
  {
    name: 'administration',
    description: 'Who changed webhooks and quotas of the organization, and how.',
  },
  { name: 'vehicles', description: 'The vehicle of an inspection.' },
  { name: 'reports', description: 'The PDF report of an inspection.' },
]
