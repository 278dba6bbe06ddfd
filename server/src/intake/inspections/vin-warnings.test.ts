import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { vinWarnings } from './vin-warnings.ts'

describe('vinWarnings', () => {
  it.each<[string | null, string | null, string[]]>([
    [null, 'BMW', []],
    ['', null, []],
    ['WVWZZZ1KZAW000001', null, []],
    ['wvw zzz-1KZAW000001', 'VW', []],
    ['WVWZZZ1KZAW000001', 'Volkswagen', []],
    ['WVWZZZ1KZAW000001', 'BMW', ['make']],
    // One group builds for another, and nobody knows every make.
    ['WVWZZZ1KZAW000001', 'Škoda', []],
    ['WVWZZZ1KZAW000001', 'Borgward', []],
    ['2C3CDXBG5KH000001', 'Dodge', expect.not.arrayContaining(['make'])],
    ['WVWZZZ1KZAW00001', null, ['length']],
    ['WVWZZZ1KZAO000001', null, ['characters']],
    ['I0Q', null, ['length', 'characters']],
    // In North America the check digit must hold, in Europe it says nothing.
    ['1M8GDM9AXKP042788', null, []],
    ['1M8GDM9A1KP042788', null, ['check_digit']],
    ['WVWZZZ1K1AW000001', null, []],
    ['JT2BF22K1W0123456', 'Fiat', expect.arrayContaining(['make'])],
  ])('of %j on a %j: %j', (vin, brand, expected) => {
    expect(vinWarnings({ vin, brand })).toEqual(expected)
  })
})

describe('a vehicle', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  it('shows what speaks against its VIN, and is taken all the same', async () => {
    const vehicle = { vin: 'WVWZZZ1KZAW000001', brand: 'Renault' }
    const id = await createInspection(service, { tasks: {}, vehicle })
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body.vehicle).toMatchObject({ ...vehicle, vin_warnings: ['make'] })
    const path = `/inspections/${id}/vehicle`
    expect((await service.call('PATCH', path, { json: { brand: 'Volkswagen' } })).status).toBe(200)
    expect((await service.call('GET', `/inspections/${id}`)).body.vehicle.vin_warnings).toEqual([])
    const page = (await service.call('GET', '/inspections?verbose=1&limit=1')).body
    expect(page.data[0].vehicle.vin_warnings).toEqual([])
  })
})
