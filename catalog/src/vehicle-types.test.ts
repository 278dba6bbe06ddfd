import { describe, expect, it } from 'vitest'
import { BODIES, bodyOf, VEHICLE_TYPES, vehicleTypeOf } from './vehicle-types.ts'

describe('bodyOf', () => {
  it.each([
    ['cuv', 'suv'],
    ['large-suv', 'suv'],
    ['Large SUV', 'suv'],
    ['large_suv', 'suv'],
    ['hgv', 'hgv'],
    [' Pickup ', 'pickup'],
    ['car', 'sedan'],
    ['coupe', 'sedan'],
    ['constructor', 'sedan'],
    ['', 'sedan'],
    [null, 'sedan'],
  ])('draws %j as %s', (text, body) => {
    expect(bodyOf(text)).toBe(body)
  })

  it('draws every type the clients know, and no body is without a type', () => {
    expect(new Set(VEHICLE_TYPES.map(bodyOf))).toEqual(new Set(BODIES))
    expect(vehicleTypeOf('coupe')).toBeNull()
  })
})
