import { checkDigitOf, isVin } from '../../analysis/text/vin.ts'
import { contradictsMaker } from '../../analysis/text/vin-makers.ts'
import type { VIN_WARNINGS } from '../../inspection/vehicles/schema.ts'

type VinWarning = (typeof VIN_WARNINGS)[number]

/** What speaks against a VIN as it was entered. It is shown and never refused: papers are wrong, too. */
export function vinWarnings({ vin, brand }: { vin: string | null; brand: string | null }): VinWarning[] {
  const code = (vin ?? '').toUpperCase().replace(/[\s-]/g, '')
  if (code === '') return []
  if (!isVin(code))
    return [
      ...(code.length === 17 ? [] : (['length'] as const)),
      ...(/^[A-HJ-NPR-Z0-9]*$/.test(code) ? [] : (['characters'] as const)),
    ]
  return [
    ...(checkDigitOf(code) === 'wrong' ? (['check_digit'] as const) : []),
    ...(brand && contradictsMaker(code.slice(0, 3), brand) ? (['make'] as const) : []),
  ]
}
