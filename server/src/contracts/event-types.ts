import { type Static, type TProperties, Type } from 'typebox'

const id = (thing: string) => Type.String({ description: `id of the ${thing}` })
const told = <P extends TProperties>(text: string, properties: P) => ({
  text,
  payload: Type.Object(properties),
})

const TASK = {
  task_id: id('task'),
  name: Type.String({ description: 'name of the task, such as `damage_detection`' }),
  generation: Type.Integer({ description: 'how many times the task was started' }),
}
const REPLAY = { ...TASK, replay_id: id('replay') }
const IMAGE = { image_id: id('image') }
const DAMAGE = { damage_id: id('damage') }
const VIEW = { view_id: id('view') }
const PRICING = { pricing_id: id('pricing') }
const REPORT = { report_id: id('report') }

/** Everything that can happen to an inspection, and what a listener is told beside its id. */
export const EVENTS = {
  'inspection.created': told('An inspection was created.', {}),
  'inspection.updated': told('Data of the inspection itself changed.', {}),
  'inspection.deleted': told('The inspection was deleted; nothing more happens to it.', {}),
  'vehicle.updated': told('Something about the vehicle changed.', { vehicle_id: id('vehicle') }),
  'image.created': told('A picture was added.', {
    ...IMAGE,
    task_names: Type.Array(Type.String(), { description: 'tasks the picture is for' }),
  }),
  'image.updated': told('Data of a picture changed.', IMAGE),
  'image.deleted': told('A picture was deleted.', IMAGE),
  'image.compliances_done': told('The checks of a picture are done.', IMAGE),
  'task.started': told('A task was started.', {
    ...TASK,
    image_count: Type.Integer({ description: 'how many pictures it looks at' }),
  }),
  'task.progressed': told('A task is done with one more picture.', {
    ...TASK,
    ...IMAGE,
    done: Type.Integer({ description: 'how many pictures are done' }),
    total: Type.Integer({ description: 'of how many' }),
  }),
  'task.done': told('A task is done.', TASK),
  'task.failed': told('A task could not be done.', {
    ...TASK,
    reason: Type.String({ description: 'why, for a person to read' }),
  }),
  'task.validated': told('A person validated the outcome of a task.', TASK),
  'task.replay_requested': told('Somebody asked to run a task again and compare.', REPLAY),
  'task.replayed': told('A replay is over.', {
    ...REPLAY,
    is_identical: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'whether it came out the same; null when it could not be done',
    }),
  }),
  'damage.created': told('A damage was found or added.', {
    ...DAMAGE,
    damage_type: Type.String(),
    part_ids: Type.Array(Type.String(), { description: 'ids of the parts it is on' }),
  }),
  'damage.updated': told('A damage was corrected.', DAMAGE),
  'damage.deleted': told('A damage was deleted.', DAMAGE),
  'damage.restored': told('A deleted damage was brought back.', DAMAGE),
  'view.created': told('A damage is shown on a picture.', { ...VIEW, ...IMAGE, ...DAMAGE }),
  'view.updated': told('Where a picture shows a damage was corrected.', VIEW),
  'view.deleted': told('A view was deleted.', VIEW),
  'view.restored': told('A deleted view was brought back.', VIEW),
  'pricing.created': told('A price was made or set.', PRICING),
  'pricing.updated': told('A price changed.', PRICING),
  'pricing.deleted': told('A price was deleted.', PRICING),
  'pricing.restored': told('A deleted price was brought back.', PRICING),
  'estimate.created': told('A new version of the estimate was made.', { estimate_id: id('estimate') }),
  'report.requested': told('Somebody asked for a report.', REPORT),
  'report.progressed': told('A report is further on.', {
    ...REPORT,
    progress: Type.Integer({ description: 'share of the work that is done, in percent' }),
  }),
  'report.done': told('A report is ready.', REPORT),
  'report.failed': told('A report could not be made.', REPORT),
} as const

export type EventType = keyof typeof EVENTS
export type EventPayloads = { [T in EventType]: Static<(typeof EVENTS)[T]['payload']> }

// The keys of the table are the types; Object.keys does not say so.
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[]

/** Steps on the way, for who watches. Systems are told the ends. */
const STREAM_ONLY = ['task.progressed', 'report.progressed'] as const satisfies EventType[]
type StreamOnly = (typeof STREAM_ONLY)[number]
export type WebhookEventType = Exclude<EventType, StreamOnly>

export const WEBHOOK_EVENT_TYPES = EVENT_TYPES.filter(
  (type): type is WebhookEventType => !STREAM_ONLY.some((only) => only === type),
)
