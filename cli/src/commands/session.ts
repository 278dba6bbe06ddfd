import { countInspections } from '@walkaround/sdk'
import { claimsOf } from '../claims.ts'
import type { Command } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import { openBrowser, signIn } from '../login.ts'
import { deleteSession, readSession, sessionFile, writeSession } from '../session.ts'
import { tokenSource } from '../token.ts'
import { timeOf } from '../values.ts'

const login: Command = {
  name: 'login',
  summary: 'Sign in with your browser and keep the session',
  options: {
    issuer: { value: 'URL', means: 'OIDC issuer; default: the one the service uses' },
    'client-id': { value: 'ID', means: 'public client at the issuer; default: the one the service uses' },
    'no-browser': { means: 'show the sign-in URL without opening a browser' },
  },
  run: async ({ url, text, flag, env, terminal, signal }) => {
    const session = await signIn({
      url: url(),
      issuer: text('issuer'),
      clientId: text('client-id'),
      signal,
      show: (address) => {
        terminal.note('Open this URL in a browser on this machine and sign in:')
        terminal.note(`  ${address}`)
        if (!flag('no-browser')) openBrowser(address)
      },
    })
    writeSession(env, session)
    terminal.print(`Signed in as ${claimsOf(session.access_token).sub ?? 'somebody'} at ${session.url}`)
    if (env.WALKAROUND_TOKEN) terminal.note('WALKAROUND_TOKEN is set and takes precedence over this session.')
    return undefined
  },
}

const logout: Command = {
  name: 'logout',
  summary: 'Sign out and delete the session',
  run: async ({ env, terminal }) => {
    const session = readSession(env)
    deleteSession(env)
    if (!session) return void terminal.print('You were not signed in.')
    const { revocation_endpoint, refresh_token, client_id } = session
    if (revocation_endpoint && refresh_token) {
      const form = new URLSearchParams({ token: refresh_token, token_type_hint: 'refresh_token', client_id })
      const init = { method: 'POST', body: form, signal: AbortSignal.timeout(10_000) }
      const isRevoked = await fetch(revocation_endpoint, init).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!isRevoked)
        terminal.note('The issuer could not be reached. The session there ends when it expires.')
    }
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
    const claims = claimsOf(token)
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
