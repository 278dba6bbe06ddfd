import { Failure } from './exit-codes.ts'
import type { Session } from './session.ts'

/** What the environment says; empty means nothing. */
export const ENVIRONMENT = {
  WALKAROUND_URL: 'URL of the service, such as https://inspections.example.com',
  WALKAROUND_TOKEN: 'access token to use instead of `login`',
  XDG_CONFIG_HOME: 'the session is stored in its subfolder walkaround; default ~/.config',
  NO_COLOR: 'set to any value to turn off colors',
  NODE_EXTRA_CA_CERTS: 'file with additional certificate authorities to trust',
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
      'No service URL is set.',
      'Set WALKAROUND_URL or use --url, such as https://inspections.example.com',
    )
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Failure('usage', `"${given}" is not a service URL.`, 'Use a URL that starts with https://')
  return given.replace(/\/+$/, '').replace(/\/v1$/, '')
}
