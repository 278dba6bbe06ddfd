import { randomBytes } from 'node:crypto'
import type { OrganizationKeys, Seal } from '../../core/platform/organization-keys.ts'

const SECRET_BYTES = 32
/** For so long messages are signed with the secret before as well, so that receivers can change over. */
export const SECRET_OVERLAP_S = 24 * 3_600

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

type Unsealing = Pick<OrganizationKeys, 'unseal'>
type Place = { org_id: string; id: string }

// A sealed secret that is copied to another endpoint or organization does not open there.
export const endpointPlace = ({ org_id, id }: Place): string => `webhook_endpoints/${org_id}/${id}`

export const sealSecret = (seal: Seal, secret: string, endpoint: Place): string =>
  seal(secret, endpointPlace(endpoint))

export const openSecret = (keys: Unsealing, sealed: string, endpoint: Place): Promise<string> =>
  keys.unseal(endpoint.org_id, sealed, endpointPlace(endpoint))

export type SealedSecrets = {
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
}

/** The secrets that a message is signed with now, the newest first. Throws when they cannot be opened. */
export async function openSecrets(
  keys: Unsealing,
  endpoint: Place,
  sealed: SealedSecrets,
  nowMs: number,
): Promise<string[]> {
  const { secret, previous_secret, previous_secret_until } = sealed
  const overlaps = previous_secret_until !== null && Date.parse(previous_secret_until) > nowMs
  const inForce = overlaps && previous_secret !== null ? [secret, previous_secret] : [secret]
  return Promise.all(inForce.map((text) => openSecret(keys, text, endpoint)))
}
