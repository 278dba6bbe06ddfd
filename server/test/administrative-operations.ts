import { expect } from 'vitest'
import type { Answer } from './calls.ts'

export type Operation = {
  operation: string
  type: string
  as?: string
  /** Makes what the operation is done to, and says how it is asked. */
  ask: () => Promise<[method: string, path: string, json?: object]>
  payload: object
}

const PROFILE = { name: 'Front', steps: [{ step: 'around_000' }], consent: { en: 'Agree?' } }
const id = expect.any(String)

/** What is done to capture profiles, and what is recorded of it. */
export function profileOperations(create: (json: object) => Promise<Answer>): Operation[] {
  const make = async () => `/capture_profiles/${(await create(PROFILE)).body.id}`
  return [
    {
      operation: 'createCaptureProfile',
      type: 'capture_profile.created',
      ask: async () => ['POST', '/capture_profiles', PROFILE],
      payload: {
        profile_id: id,
        changes: expect.objectContaining({ name: { before: null, after: 'Front' } }),
      },
    },
    {
      operation: 'updateCaptureProfile',
      type: 'capture_profile.updated',
      ask: async () => ['PATCH', await make(), { name: 'Rear' }],
      payload: { profile_id: id, changes: { name: { before: 'Front', after: 'Rear' } } },
    },
    {
      operation: 'deleteCaptureProfile',
      type: 'capture_profile.deleted',
      ask: async () => ['DELETE', await make()],
      payload: { profile_id: id },
    },
  ]
}

/** What is done to settings, and so that data stays or goes. */
export function settingOperations(
  createInspection: () => Promise<string>,
  send: (method: string, path: string, json: object) => Promise<unknown>,
): Operation[] {
  const hold = async () => {
    const path = `/inspections/${await createInspection()}/hold`
    await send('POST', path, { reason: 'r' })
    return path
  }
  return [
    {
      operation: 'holdInspection',
      type: 'hold.created',
      ask: async () => ['POST', `/inspections/${await createInspection()}/hold`, { reason: 'r' }],
      payload: { inspection_id: id },
    },
    {
      operation: 'releaseInspection',
      type: 'hold.deleted',
      ask: async () => ['DELETE', await hold()],
      payload: { inspection_id: id },
    },
    {
      operation: 'updateRetention',
      type: 'retention.updated',
      ask: async () => {
        await send('PATCH', '/retention', { inspections_days: null })
        return ['PATCH', '/retention', { inspections_days: 3_650 }]
      },
      payload: { changes: { inspections_days: { before: null, after: 3_650 } } },
    },
    {
      operation: 'updateComparisonSettings',
      type: 'comparison_settings.updated',
      ask: async () => {
        await send('PATCH', '/comparisons/settings', { compares_returns: false })
        return ['PATCH', '/comparisons/settings', { compares_returns: true }]
      },
      payload: { changes: { compares_returns: { before: false, after: true } } },
    },
    {
      operation: 'updateObjectionSettings',
      type: 'objection_settings.updated',
      ask: async () => {
        await send('PATCH', '/objections/settings', { answer_days: 14 })
        return ['PATCH', '/objections/settings', { answer_days: 10 }]
      },
      payload: { changes: { answer_days: { before: 14, after: 10 } } },
    },
    {
      operation: 'updatePictureSettings',
      type: 'picture_settings.updated',
      ask: async () => {
        await send('PATCH', '/pictures/settings', { keeps_own_plate: true })
        return ['PATCH', '/pictures/settings', { keeps_own_plate: false }]
      },
      payload: { changes: { keeps_own_plate: { before: true, after: false } } },
    },
    {
      operation: 'createErasure',
      type: 'erasure.created',
      ask: async () => ['POST', '/erasures', { inspection_id: await createInspection(), reason: 'request' }],
      payload: { erasure_id: id, reason: 'request' },
    },
  ]
}
