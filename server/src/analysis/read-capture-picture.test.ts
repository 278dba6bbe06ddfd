import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callAsHolder, captureOf, type Held, holdLink, pictureForm } from '../../test/capture-device.ts'
import { waitFor } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startServiceWithWorker } from '../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startServiceWithWorker()
})
afterAll(() => service.stop())

async function drawText(text: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="300"><rect width="100%" height="100%" fill="#fff"/>
    <text x="60" y="170" font-family="DejaVu Sans Mono" font-size="56">${text}</text></svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

async function read(held: Held, step: string, text: string) {
  const ask = (method: string, path: string, call: object = {}) =>
    callAsHolder(service, held.device, held.token, method, `${captureOf(held)}${path}`, call)
  await ask('POST', '/pictures', { form: pictureForm(await drawText(text), { step }) })
  return waitFor(`the reading of ${step}`, async () => {
    const { steps } = (await ask('GET', '')).body
    const { reading } = steps.find((one: { step: string }) => one.step === step)
    return reading?.status !== 'reading' && reading
  })
}

it('reads plate, VIN and odometer of a capture at once, and says where there is nothing to read', async () => {
  const steps = ['plate', 'vin', 'odometer'].map((step) => ({ step, is_required: false }))
  const { body } = await service.call('POST', '/capture_profiles', { json: { name: 'Papers', steps } })
  const held = await holdLink(service, 'alder-manager', {
    tasks: ['images_ocr', 'odometer'],
    profile_id: body.id,
  })
  expect(await read(held, 'odometer', 'ODO 48213 km')).toMatchObject({
    status: 'read',
    value: '48213',
    unit: 'km',
    confirmed: null,
  })
  expect(await read(held, 'vin', 'WVWZZZ1JZXW000001')).toMatchObject({ value: 'WVWZZZ1JZXW000001' })
  expect(await read(held, 'plate', 'AB-123-CD')).toMatchObject({ status: 'read', value: 'AB123CD' })
  expect(await read(held, 'plate', '~')).toMatchObject({ status: 'unreadable', value: null })
})
