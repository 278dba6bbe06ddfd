const BY_ORGANIZATION = { name: 'organization', keepsOwnPlate: null } as const

/** What a profile can say about the plate of the inspected vehicle. */
export const OWN_PLATE_CHOICES = [
  BY_ORGANIZATION,
  { name: 'shown', keepsOwnPlate: true },
  { name: 'hidden', keepsOwnPlate: false },
] as const

export const ownPlateChoiceOf = (keepsOwnPlate: boolean | null) =>
  OWN_PLATE_CHOICES.find((choice) => choice.keepsOwnPlate === keepsOwnPlate) ?? BY_ORGANIZATION
