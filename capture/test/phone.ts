import { vi } from 'vitest'
import { keepShot, type Shot } from '../src/kept/shots.ts'
import { runSender } from '../src/sending/sender.ts'
import { createMemoryDatabase } from './memory-database.ts'

type Answer = { status?: number; json?: unknown; headers?: Record<string, string> }
/** What the service answers to a request, by method and path; undefined is the answer of a healthy service. */
type Script = (call: string) => Answer | undefined | Promise<Answer | undefined>

const ORIGIN = 'https://walkaround.test'

// The app keeps its connection: every phone of a test file has the same disk, and links of its own.
const disk = createMemoryDatabase()
let phones = 0

/** The browser of a phone, without what a screen needs; and the service, which the test writes. */
export function openPhone(script: Script = () => undefined) {
  phones += 1
  const inspection = `inspection-${phones}`
  const phone = { calls: [] as string[], script, inspection, secret: `secret-${phones}`, disk }
  vi.stubGlobal('indexedDB', disk.indexedDB)
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const call = `${request.method} ${new URL(request.url).pathname.replace('/v1/', '')}`
    phone.calls.push(call)
    const answer = (await phone.script(call)) ?? answerHealthily(call, inspection)
    const { status = 200, json = {}, headers = {} } = answer
    return Response.json(json, { status, headers })
  })
  return phone
}

function answerHealthily(call: string, inspection: string): Answer {
  if (call === 'POST capture_sessions') return sessionOf(inspection)
  const inspectionId = /inspections\/([^/]+)\//.exec(call)?.[1] ?? ''
  if (call.endsWith('/pictures'))
    return { status: 201, json: { object_type: 'CAPTURE_PICTURE', image_id: 'i' } }
  return { json: captureOf(inspectionId, call.endsWith('/finish') ? '2026-01-01T00:00:00Z' : null) }
}

export const sessionOf = (inspection_id: string): Answer => ({
  status: 201,
  json: { object_type: 'CAPTURE_SESSION', token: 'T', inspection_id, capture_link_id: 'l' },
})

export const problemOf = (status: number, code: string, headers = {}): Answer => ({
  status,
  json: { status, code, title: code },
  headers: { 'content-type': 'application/problem+json', ...headers },
})

/** It asks for two photos. */
export const captureOf = (inspection_id: string, finished_at: string | null = null) => ({
  object_type: 'CAPTURE',
  inspection_id,
  capture_link_id: 'l',
  steps: ['around_000', 'around_180'].map((step) => ({
    step,
    kind: 'walk',
    azimuth: 0,
    is_required: true,
    must_pass: false,
    verdict: 'missing',
    reasons: [],
    image_id: null,
    reading: null,
  })),
  damages: [],
  damages_max: 4,
  missing: [],
  may_finish: true,
  finished_at,
  is_reusable: false,
  vehicle_type: null,
  language: 'en',
})

export const keepPhoto = (walkId: string, step: 'around_000' | 'around_180' = 'around_000'): Promise<Shot> =>
  keepShot({ walkId, body: { step }, thumbnail: null, issue: null }, new Blob([step]))

/** Sends until the test stops it. */
export function startSending(walkId: string) {
  const controller = new AbortController()
  const { signal } = controller
  const sender = runSender(walkId, { onStatus: () => {}, onChange: async () => {}, signal })
  return { ...sender, stop: () => controller.abort() }
}
