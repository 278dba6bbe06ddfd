import { describe, expect, it } from 'vitest'
import { lineAt } from '../../../../test/text-lines.ts'
import { readRegistration } from './registration-document.ts'

const valuesOf = (fields: ReturnType<typeof readRegistration>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))

describe('readRegistration', () => {
  it('reads codes and values of one line', () => {
    const lines = [
      'A AB-123-CD',
      'B 12/05/2016',
      'C.1 DUPONT JEAN',
      'D.1 RENAULT',
      'D.2 BSA1H5',
      'D.2.1 MRE5500A1234',
      'D.3 CLIO',
      'E VF1KG0B0526123154',
      'F.1 1650',
      'G 1280',
      'I 03/06/2019',
      'J.1 VP',
      'P.2 66',
      'P.3 ES',
      'P.6 5',
      'V.7 105',
    ].map((text, row) => lineAt(text, 20, 30 * row))
    expect(valuesOf(readRegistration(lines))).toEqual({
      registration_number: 'AB-123-CD',
      first_registration_date: '12/05/2016',
      holder: 'DUPONT JEAN',
      make: 'RENAULT',
      type_variant_version: 'BSA1H5',
      national_type_code: 'MRE5500A1234',
      commercial_name: 'CLIO',
      vin: 'VF1KG0B0526123154',
      mass_max_kg: '1650',
      mass_in_service_kg: '1280',
      certificate_date: '03/06/2019',
      national_category: 'VP',
      power_kw: '66',
      fuel: 'ES',
      fiscal_power: '5',
      co2_g_per_km: '105',
    })
  })

  it('takes the value from the box to the right of its code, and the lower confidence of both', () => {
    const fields = readRegistration([
      lineAt('E', 20, 100, 20, 0.7),
      lineAt('VF1KG0B0526123154', 60, 101),
      lineAt('P.6', 300, 100),
      lineAt('5', 350, 100),
      lineAt('P2', 20, 140),
      lineAt('66', 60, 160),
      lineAt('B', 20, 200),
      lineAt('3 12/05/2016', 40, 200),
    ])
    expect(valuesOf(fields)).toEqual({
      vin: 'VF1KG0B0526123154',
      fiscal_power: '5',
      first_registration_date: '12/05/2016',
    })
    expect(fields.vin?.confidence).toBe(0.7)
  })

  it('bears a lost dot, brackets and colons', () => {
    const lines = ['P2 66', '(D.1) RENAULT', 'V.7: 105', 'B12/05/2016', 'G1280'].map((text, row) =>
      lineAt(text, 20, 30 * row),
    )
    expect(valuesOf(readRegistration(lines))).toEqual({
      power_kw: '66',
      make: 'RENAULT',
      co2_g_per_km: '105',
      first_registration_date: '12/05/2016',
      mass_in_service_kg: '1280',
    })
  })

  it('does not take words for codes', () => {
    const lines = ['EXEMPLAIRE', 'BON POUR ACCORD', 'G 12', 'E 1234', 'ADRESSE'].map((text, row) =>
      lineAt(text, 20, 30 * row),
    )
    expect(readRegistration(lines)).toEqual({})
  })
})
