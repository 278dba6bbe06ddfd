import { Failure } from './exit-codes.ts'
import type { Session } from './session.ts'

/** What the environment says; empty means nothing. */
export const ENVIRONMENT = {
  WALKAROUND_URL: 'where the service is, such as https://inspections.example.com',
  WALKAROUND_TOKEN: 'an access token; then `login` is not needed',
  XDG_CONFIG_HOME: 'the session is kept in the folder walkaround below it; ~/.config unless set',
  NO_COLOR: 'set to anything: no colours',
  NODE_EXTRA_CA_CERTS: 'a file with certificates of authorities to trust beside the usual ones',
} as const

export function serviceUrl(
  option: string | undefined,
  env: NodeJS.ProcessEnv,
  session: Session | undefined,
): string {
  const given = option || env.WALKAROUND_URL || session?.url
  if (!given)
    throw new Failure(
      'usage',
      'Which service? No address is known.',
      'Set WALKAROUND_URL, or give --url, such as https://inspections.example.com',
    )
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Failure('usage', `"${given}" is no address of a service.`, 'It begins with https://')
  return given.replace(/\/+$/, '').replace(/\/v1$/, '')
}
