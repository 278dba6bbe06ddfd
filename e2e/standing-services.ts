import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { Harness, type Standing } from '../testing/harness.ts'
import { createReportSigner } from './console/report-signer.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    standingServices: string
  }
}

/** What an installation sets when it sets nothing. */
const DEFAULTS = { QUOTA_INSPECTIONS_PER_DAY_MAX: '2000' }
const WANTED = {
  /** Without a worker: the journeys write what a model would have found, and nothing comes between. */
  api: () => ({ apis: 1, workers: 0, settings: DEFAULTS }),
  /** Runs tasks, and makes and signs reports. */
  worker: (folder: string) => ({
    apis: 1,
    workers: 1,
    settings: { ...DEFAULTS, ...createReportSigner(folder) },
  }),
}
export type ServiceKind = keyof typeof WANTED
const isKind = (text: string): text is ServiceKind => text in WANTED

/**
 * Services for all journeys that need no settings of their own. Each starts when the first asks for it. This process owns them, and not
 * the processes of the tests: it outlives those, however they end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-standing-'))
  const open = new Map<ServiceKind, Promise<Harness>>()
  const openOnce = (kind: ServiceKind) => {
    const known = open.get(kind) ?? Harness.open(WANTED[kind](folder))
    open.set(kind, known)
    // The next file that asks tries again.
    known.catch(() => open.delete(kind))
    return known
  }
  const server = createServer((request, response) => {
    const kind = request.url?.slice(1) ?? ''
    if (!isKind(kind)) return void response.writeHead(404).end()
    openOnce(kind).then(
      (harness) => response.end(JSON.stringify(harness.describe())),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  // To start takes longer than a server lets a request wait by itself.
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  project.provide('standingServices', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    for (const end of await Promise.allSettled(open.values()))
      if (end.status === 'fulfilled') await end.value.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In a test: the service of this kind, which goes on when the test has closed what it gets. */
export async function joinService(kind: ServiceKind): Promise<Harness> {
  const answer = await fetch(`${inject('standingServices')}/${kind}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`there is no service "${kind}": ${text}`)
  const standing: Standing = JSON.parse(text)
  return Harness.join(standing)
}
