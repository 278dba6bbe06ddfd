import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDevice, holdLink, openLink, secretOf } from '../../../test/capture-device.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('createCaptureSession', () => {
  it('404 for a device that comes back once the inspection of its link is deleted', async () => {
    const { inspection, device, secret } = await holdLink(service)
    expect((await openLink(service, device, secret)).status).toBe(201)
    await service.call('DELETE', `/inspections/${inspection}`)
    expect(await openLink(service, device, secret)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  it('201 makes the next inspection of a reusable link once the one before is deleted', async () => {
    const json = { profile_id: 'walk-8', inspection: { tasks: ['damage_detection'] } }
    const { body: link } = await service.call('POST', '/capture_links', { json })
    const device = createDevice()
    const secret = secretOf(link.url)
    const first = await openLink(service, device, secret)
    await service.call('DELETE', `/inspections/${first.body.inspection_id}`)
    const next = await openLink(service, device, secret)
    expect(next.status).toBe(201)
    expect(next.body.inspection_id).not.toBe(first.body.inspection_id)
    expect((await openLink(service, device, secret)).body.inspection_id).toBe(next.body.inspection_id)
  })
})
