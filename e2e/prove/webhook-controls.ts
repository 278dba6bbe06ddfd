import { Violations } from './campaign.ts'
import { CHECKED_KINDS, checkComplete, checkDeleted, checkOrder, type Recorded } from './webhook-checks.ts'
import type { Message, Receivers } from './webhook-receivers.ts'
import type { Endpoint, WebhookWorld } from './webhook-world.ts'

const EVENTS: Recorded[] = [1, 2, 3].map((position) => ({
  id: `event-${position}`,
  inspection_id: 'inspection',
  type: 'inspection.updated',
  position,
}))
const SOUND: Message[] = EVENTS.map(({ id, type, position }) => ({
  path: '/x',
  id,
  atMs: position,
  type,
  inspection: 'inspection',
  happenedMs: 0,
  isSigned: true,
}))

/** A log of messages with a fault in it, by the kind of the fault. */
const FAULTY: Record<string, Message[]> = {
  lost: SOUND.slice(1),
  unknown: [...SOUND, { ...(SOUND[2] as Message), id: 'event-9' }],
  unsigned: SOUND.with(1, { ...(SOUND[1] as Message), isSigned: false }),
  disordered: SOUND.toReversed(),
  after_deletion: [...SOUND, ...SOUND],
}

function check(messages: readonly Message[]): Violations {
  const found = new Violations()
  checkComplete('/x', EVENTS, messages, found)
  checkOrder('/x', EVENTS, messages, found)
  checkDeleted('/x', 0, messages, EVENTS.length, found)
  return found
}

/** Each check sees the fault it is for, and none sees one in a sound log. Returns how many were shown. */
export function checkCrafted(violations: Violations): number {
  const sound = check(SOUND)
  if (sound.total > 0) violations.add('control_blind', `${sound.total} faults seen where there are none`)
  for (const kind of CHECKED_KINDS)
    if (check(FAULTY[kind] ?? SOUND).count(kind) === 0) violations.add('control_blind', kind)
  return CHECKED_KINDS.length
}

/** Events that a broken sender would skip: it has moved on without making their deliveries. They must be missed. */
export async function checkSkipped(
  world: WebhookWorld,
  receivers: Receivers,
  endpoints: readonly Endpoint[],
  violations: Violations,
): Promise<number> {
  const first = await world.lastPosition()
  await world.plant('alder', 1)
  await world.skipEvents()
  const sender = await world.startSender(10_000)
  await world.plant('alder', 1)
  await world.settle(endpoints, 'all')
  await sender.end('SIGKILL')
  const events = await world.events('alder', first)
  const found = new Violations()
  for (const { path } of endpoints)
    checkComplete(
      path,
      events,
      receivers.at(path).filter(({ id }) => events.some((event) => event.id === id)),
      found,
    )
  if (found.count('lost') !== endpoints.length || found.total !== endpoints.length)
    violations.add('control_blind', `${found.count('lost')} skipped events seen, not ${endpoints.length}`)
  return endpoints.length
}
