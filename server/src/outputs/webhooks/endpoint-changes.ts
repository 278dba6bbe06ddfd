import { type Changes, changesOf } from '../../core/contracts/changes.ts'
import type { EndpointRow } from './queries.ts'

const fieldsOf = ({ description, event_types, disabled_at }: EndpointRow) => ({
  description,
  event_types,
  is_enabled: disabled_at === null,
})

/** Of an address, what is no secret: its path and query may hold keys, and what is recorded is never forgotten. */
const originOf = (url = ''): string | null => URL.parse(url)?.origin ?? null

/** What somebody changed about an endpoint. One that was not there before had none of it. */
export function endpointChanges(before: EndpointRow | null, after: EndpointRow): Changes {
  const changes = changesOf(before && fieldsOf(before), fieldsOf(after))
  if (before?.url === after.url) return changes
  return { ...changes, url: { before: originOf(before?.url), after: originOf(after.url) } }
}
