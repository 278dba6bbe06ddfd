import { setTimeout as delay } from 'node:timers/promises'
import * as oauth from 'oauth4webapi'
import { Failure } from './exit-codes.ts'
import { optionsFor, readTokens, type Tokens } from './issuer.ts'
import { type SignIn, wishOf } from './login.ts'

// RFC 8628, sections 3.2 and 3.5.
const DEFAULT_INTERVAL_S = 5
const SLOWER_S = 5

export type DeviceCode = { address: string; code: string; isCodeInAddress: boolean }

/** A code that a person confirms in any browser, on any machine (RFC 8628). */
export async function signInWithDevice(
  { identity, server, client }: SignIn,
  { show, signal }: { show: (code: DeviceCode) => void; signal: AbortSignal },
): Promise<Tokens> {
  const [options, none] = [optionsFor(server.issuer), oauth.None()]
  if (!server.device_authorization_endpoint)
    throw new Failure(
      'usage',
      'The issuer has no device codes.',
      'Run `walkaround login` where there is a browser, or set WALKAROUND_TOKEN.',
    )
  return readTokens(server.issuer, async () => {
    const asked = await oauth.deviceAuthorizationRequest(server, client, none, wishOf(identity), options)
    const given = await oauth.processDeviceAuthorizationResponse(server, client, asked)
    const { verification_uri, verification_uri_complete, user_code, device_code, expires_in } = given
    show({
      address: verification_uri_complete ?? verification_uri,
      code: user_code,
      isCodeInAddress: verification_uri_complete !== undefined,
    })
    const endsMs = Date.now() + expires_in * 1000
    let intervalS = given.interval ?? DEFAULT_INTERVAL_S
    while (Date.now() < endsMs) {
      await delay(intervalS * 1000, undefined, { signal })
      const response = await oauth.deviceCodeGrantRequest(server, client, none, device_code, options)
      try {
        return await oauth.processDeviceCodeResponse(server, client, response)
      } catch (error) {
        const code = error instanceof oauth.ResponseBodyError ? error.error : undefined
        if (code !== 'authorization_pending' && code !== 'slow_down') throw error
        if (code === 'slow_down') intervalS += SLOWER_S
      }
    }
    throw new Failure('access', 'The code has expired.', 'Run `walkaround login` again.')
  })
}
