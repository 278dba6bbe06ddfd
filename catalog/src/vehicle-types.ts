/** The types the published clients name. Any other string is accepted too. */
export const VEHICLE_TYPES = [
  'suv',
  'cuv',
  'sedan',
  'hatchback',
  'van',
  'minivan',
  'pickup',
  'city',
  'large-suv',
  'hgv',
] as const
export type VehicleType = (typeof VEHICLE_TYPES)[number]

/** The bodies there is a drawing of. */
export const BODIES = ['sedan', 'hatchback', 'suv', 'city', 'van', 'minivan', 'pickup', 'hgv'] as const
export type Body = (typeof BODIES)[number]

/** The type a free text names, however it is written; null for one we have no word for. */
export function vehicleTypeOf(text: string | null): VehicleType | null {
  const name = text
    ?.trim()
    .toLowerCase()
    .replace(/[_\s]+/g, '-')
  return VEHICLE_TYPES.find((type) => type === name) ?? null
}

/** The drawing for a vehicle type. Most vehicles nobody has named a type for are cars, so the rest is a sedan. */
export function bodyOf(text: string | null): Body {
  const type = vehicleTypeOf(text) ?? 'sedan'
  return type === 'cuv' || type === 'large-suv' ? 'suv' : type
}
