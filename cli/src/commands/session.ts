import { countInspections } from '@walkaround/sdk'
import { hasBrowser, openBrowser } from '../browser.ts'
import { claimsOf } from '../claims.ts'
import type { Command } from '../command.ts'
import { type DeviceCode, signInWithDevice } from '../device-login.ts'
import { Failure } from '../exit-codes.ts'
import { readServiceIdentity } from '../issuer.ts'
import { prepareSignIn, signInWithBrowser } from '../login.ts'
import { deleteSession, readSession, sessionFile, writeSession } from '../session.ts'
import type { Terminal } from '../terminal.ts'
import { revoke, tokenSource } from '../token.ts'
import { timeOf } from '../values.ts'

const login: Command = {
  name: 'login',
  summary: 'Sign in with a browser, on this machine or another, and keep the session',
  options: {
    device: { means: 'show a code to confirm in any browser; default if this machine has no browser' },
    issuer: { value: 'URL', means: 'OIDC issuer; default: the one the service uses' },
    'client-id': { value: 'ID', means: 'public client at the issuer; default: the one the service uses' },
    'no-browser': { means: 'show the sign-in URL without opening a browser' },
  },
  run: async ({ url, text, flag, env, terminal, signal }) => {
    const prepared = await prepareSignIn(url(), { issuer: text('issuer'), clientId: text('client-id') })
    const { identity, server } = prepared
    const isPossible = server.device_authorization_endpoint !== undefined
    const wantsDevice = flag('device') || (isPossible && !flag('no-browser') && !hasBrowser(env))
    const tokens = wantsDevice
      ? await signInWithDevice(prepared, { signal, show: (code) => showCode(terminal, code) })
      : await signInWithBrowser(prepared, {
          signal,
          show: (address) => {
            terminal.note('Open this URL in a browser on this machine and sign in:')
            terminal.note(`  ${address}`)
            if (!flag('no-browser')) openBrowser(address)
          },
        })
    writeSession(env, { url: url(), issuer: server.issuer, client_id: identity.client_id, ...tokens })
    terminal.print(`Signed in as ${claimsOf(tokens.access_token).sub ?? 'somebody'} at ${url()}`)
    if (env.WALKAROUND_TOKEN) terminal.note('WALKAROUND_TOKEN is set and takes precedence over this session.')
    return undefined
  },
}

function showCode(terminal: Terminal, { address, code, isCodeInAddress }: DeviceCode): void {
  terminal.note('Open this URL in any browser and sign in:')
  terminal.note(`  ${address}`)
  terminal.note(isCodeInAddress ? `Check that the page shows the code ${code}.` : `Enter the code ${code}.`)
}

const logout: Command = {
  name: 'logout',
  summary: 'Sign out and delete the session',
  run: async ({ env, terminal }) => {
    const session = readSession(env)
    deleteSession(env)
    if (!session) return void terminal.print('You were not signed in.')
    if (!(await revoke(session)))
      terminal.note('The issuer could not be reached. The session there ends when it expires.')
    terminal.print('Signed out.')
    return undefined
  },
}

const whoami: Command = {
  name: 'whoami',
  summary: 'Show your account and its permissions',
  run: async ({ url, client, env, terminal, isJson, signal }) => {
    const source = tokenSource(env, url())
    const token = typeof source === 'string' ? source : await source()
    // A service behind a proxy may not show how it reads tokens; then the usual names do.
    const names = await readServiceIdentity(url()).catch(() => undefined)
    const claims = claimsOf(token, names)
    if (claims.exp !== undefined && claims.exp * 1000 < Date.now() && env.WALKAROUND_TOKEN)
      throw new Failure(
        'access',
        'WALKAROUND_TOKEN has expired.',
        'Get a new token, or unset it and run `walkaround login`.',
      )
    const { total } = await countInspections(client(), {}, { signal })
    const from = env.WALKAROUND_TOKEN ? 'WALKAROUND_TOKEN' : sessionFile(env)
    if (isJson) return void terminal.json({ url: url(), from, claims, inspections: total })
    const until = claims.exp === undefined ? undefined : timeOf(new Date(claims.exp * 1000).toISOString())
    const rows = [
      ['service', url()],
      ['user', claims.sub],
      ['organization', claims.org_id],
      ['token from', from],
      ['valid until', until],
      ['inspections', `${total} of your own`],
      ...(claims.permissions ?? []).map((permission, n) => [n === 0 ? 'may' : '', permission]),
    ]
    for (const [name = '', value] of rows) terminal.print(`${name.padEnd(13)} ${value ?? '-'}`)
    return undefined
  },
}

export const SESSION: readonly Command[] = [login, logout, whoami]
