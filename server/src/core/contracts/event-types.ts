import { type Static, type TProperties, Type } from 'typebox'

const id = (thing: string) => Type.String({ description: `id of the ${thing}` })
/** What an event makes outdated. A comparison looks at damages, their places, pictures and the vehicle; a report also at prices and tasks. */
type Outdates = 'nothing' | 'report' | 'report and comparison'
const describeEvent = <P extends TProperties>(text: string, outdates: Outdates, properties: P) => ({
  text,
  changes_report: outdates !== 'nothing',
  changes_comparison: outdates === 'report and comparison',
  payload: Type.Object(properties),
})

const TASK = {
  task_id: id('task'),
  name: Type.String({ description: 'name of the task, such as `damage_detection`' }),
  generation: Type.Integer({ description: 'number of times the task was started' }),
}
const REPLAY = { ...TASK, replay_id: id('replay') }
const IMAGE = { image_id: id('image') }
const DAMAGE = { damage_id: id('damage') }
const VIEW = { view_id: id('view') }
const PRICING = { pricing_id: id('pricing') }
const REPORT = {
  report_id: id('report'),
  comparison_id: Type.Optional(id('comparison, if it is the report of one')),
}
const COMPARISON = { comparison_id: id('comparison') }
const OBJECTION_LINK = { objection_link_id: id('objection link') }
const OBJECTION = {
  objection_id: id('objection'),
  comparison_id: Type.Optional(id('comparison, if it is about one')),
}
const LINK = { capture_link_id: id('capture link') }

/** Everything that can happen to an inspection, and what a listener is told beside its id. */
export const EVENTS = {
  'inspection.created': describeEvent('An inspection was created.', 'report', {}),
  'inspection.updated': describeEvent('Data of the inspection changed.', 'report', {}),
  'inspection.deleted': describeEvent(
    'The inspection was deleted. No more events follow.',
    'report and comparison',
    {},
  ),
  'vehicle.updated': describeEvent('The vehicle was updated.', 'report and comparison', {
    vehicle_id: id('vehicle'),
  }),
  'image.created': describeEvent('A picture was added.', 'report and comparison', {
    ...IMAGE,
    task_names: Type.Array(Type.String(), { description: 'tasks that analyze the picture' }),
  }),
  'image.updated': describeEvent('Data of a picture changed.', 'report and comparison', IMAGE),
  'image.deleted': describeEvent('A picture was deleted.', 'report and comparison', IMAGE),
  'image.compliances_done': describeEvent('The quality check of a picture is done.', 'report', IMAGE),
  'image.bystanders_found': describeEvent(
    'Models have looked for people and other vehicles on an earlier picture. Its `path` is a new one.',
    'nothing',
    IMAGE,
  ),
  'image.original_opened': describeEvent('Someone opened a picture with nothing hidden.', 'nothing', IMAGE),
  'task.started': describeEvent('A task was started.', 'report', {
    ...TASK,
    image_count: Type.Integer({ description: 'number of pictures to analyze' }),
    from_status: Type.String({
      description: 'status before the start; `DONE` or `VALIDATED` when a finished task is run again',
    }),
  }),
  'task.progressed': describeEvent('A task finished another picture.', 'report', {
    ...TASK,
    ...IMAGE,
    done: Type.Integer({ description: 'number of finished pictures' }),
    total: Type.Integer({ description: 'total number of pictures' }),
  }),
  'task.done': describeEvent('A task is done.', 'report', TASK),
  'task.failed': describeEvent('A task failed.', 'report', {
    ...TASK,
    reason: Type.String({ description: 'reason, for people' }),
  }),
  'task.validated': describeEvent('A person validated a task.', 'report', TASK),
  'task.replay_requested': describeEvent('A task replay was requested.', 'nothing', REPLAY),
  'task.replayed': describeEvent('A task replay ended.', 'nothing', {
    ...REPLAY,
    is_identical: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'whether the results are identical; null if the replay failed',
    }),
  }),
  'damage.created': describeEvent('A damage was found or added.', 'report and comparison', {
    ...DAMAGE,
    damage_type: Type.String(),
    part_ids: Type.Array(Type.String(), { description: 'IDs of the damaged parts' }),
  }),
  'damage.updated': describeEvent('A damage was corrected.', 'report and comparison', DAMAGE),
  'damage.deleted': describeEvent('A damage was deleted.', 'report and comparison', DAMAGE),
  'damage.restored': describeEvent('A deleted damage was restored.', 'report and comparison', DAMAGE),
  'view.created': describeEvent('A damage was marked on a picture.', 'report and comparison', {
    ...VIEW,
    ...IMAGE,
    ...DAMAGE,
  }),
  'view.updated': describeEvent(
    'The region of a damage on a picture was corrected.',
    'report and comparison',
    VIEW,
  ),
  'view.deleted': describeEvent('A view was deleted.', 'report and comparison', VIEW),
  'view.restored': describeEvent('A deleted view was restored.', 'report and comparison', VIEW),
  'pricing.created': describeEvent('A price was calculated or set.', 'report', PRICING),
  'pricing.updated': describeEvent('A price changed.', 'report', PRICING),
  'pricing.deleted': describeEvent('A price was deleted.', 'report', PRICING),
  'pricing.restored': describeEvent('A deleted price was restored.', 'report', PRICING),
  'estimate.created': describeEvent('A new version of the estimate was created.', 'report', {
    estimate_id: id('estimate'),
  }),
  'report.requested': describeEvent('A report was requested.', 'nothing', REPORT),
  'report.progressed': describeEvent('A report made progress.', 'nothing', {
    ...REPORT,
    progress: Type.Integer({ description: 'progress in percent' }),
  }),
  'report.done': describeEvent('A report is ready.', 'nothing', REPORT),
  'report.failed': describeEvent('A report could not be created.', 'nothing', REPORT),
  'comparison.created': describeEvent(
    'A comparison with another inspection was requested.',
    'nothing',
    COMPARISON,
  ),
  'comparison.done': describeEvent('A comparison is ready.', 'nothing', COMPARISON),
  'comparison.failed': describeEvent('A comparison could not be made.', 'nothing', COMPARISON),
  'comparison.updated': describeEvent(
    'A person decided on a place, or the comparison is made anew.',
    'nothing',
    {
      ...COMPARISON,
      place_id: Type.Optional(id('place; absent if the comparison is made anew')),
    },
  ),
  'comparison.deleted': describeEvent('A comparison was deleted.', 'nothing', COMPARISON),
  'capture_link.created': describeEvent('A capture link for the inspection was created.', 'nothing', LINK),
  'capture_link.opened': describeEvent('A device opened a capture link.', 'nothing', LINK),
  'capture_link.progressed': describeEvent('A picture was taken with a capture link.', 'nothing', {
    ...LINK,
    step: Type.String({ description: 'the step it was taken for' }),
    done: Type.Integer({ description: 'number of required steps that have a picture' }),
    total: Type.Integer({ description: 'number of required steps' }),
  }),
  'capture_link.done': describeEvent('The capture was finished; its tasks have started.', 'nothing', LINK),
  'capture_link.revoked': describeEvent('A capture link was revoked.', 'nothing', LINK),
  'objection_link.created': describeEvent('A link to object was created.', 'nothing', OBJECTION_LINK),
  'objection_link.revoked': describeEvent('A link to object was revoked.', 'nothing', OBJECTION_LINK),
  'objection.created': describeEvent('A person objected.', 'nothing', {
    ...OBJECTION,
    due_at: Type.String({ description: 'by when an answer is promised' }),
  }),
  'objection.decided': describeEvent(
    'A person decided on an objection, for the first time or anew.',
    'nothing',
    {
      ...OBJECTION,
      decision: Type.String({ description: '`upheld`, `partly_upheld` or `rejected`' }),
    },
  ),
} as const

export type EventType = keyof typeof EVENTS
export type EventPayloads = { [T in EventType]: Static<(typeof EVENTS)[T]['payload']> }

// The keys of the table are the types; Object.keys does not say so.
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[]

/** Steps on the way, for who watches. Systems are told the ends. */
const STREAM_ONLY = [
  'task.progressed',
  'report.progressed',
  'capture_link.progressed',
] as const satisfies EventType[]
type StreamOnly = (typeof STREAM_ONLY)[number]
export type WebhookEventType = Exclude<EventType, StreamOnly>

export const WEBHOOK_EVENT_TYPES = EVENT_TYPES.filter(
  (type): type is WebhookEventType => !STREAM_ONLY.some((only) => only === type),
)
