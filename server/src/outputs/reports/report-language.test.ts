import { LANGUAGES } from '@walkaround/catalog/languages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const ask = (id: string, json: unknown) => service.call('POST', `/inspections/${id}/pdf`, { json })

describe('the language of a report', () => {
  it('422 for one that reports are not written in, instead of English', async () => {
    const id = await createInspection(service)
    const { status, body } = await ask(id, { language: 'pt-BR' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'report_language_unknown',
      language: 'pt-BR',
      known: LANGUAGES,
    })
    for (const language of ['nl', 'es-MX', 'IT', null]) expect((await ask(id, { language })).status).toBe(201)
  })
})
