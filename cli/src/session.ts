import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** What `login` keeps. One service at a time. */
export type Session = {
  url: string
  issuer: string
  client_id: string
  access_token: string
  refresh_token: string | undefined
  /** Of the access token, in milliseconds. */
  expires_at_ms: number
}

export function sessionFile(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'walkaround', 'session.json')
}

export function readSession(env: NodeJS.ProcessEnv): Session | undefined {
  try {
    const session: Session = JSON.parse(readFileSync(sessionFile(env), 'utf8'))
    return typeof session.access_token === 'string' ? session : undefined
  } catch {
    // No file, or one that somebody broke: signed out.
    return undefined
  }
}

/** All of it or nothing, and never readable by others. */
export function writeSession(env: NodeJS.ProcessEnv, session: Session): void {
  const file = sessionFile(env)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 })
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, file)
}

export function deleteSession(env: NodeJS.ProcessEnv): void {
  rmSync(sessionFile(env), { force: true })
}
