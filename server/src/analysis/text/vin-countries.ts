// ISO 3780: the first character is the part of the world, the first two are the country. Ranges run A–Z, then 1–9, 0.
const ORDER = 'ABCDEFGHJKLMNPRSTUVWXYZ1234567890'

const REGIONS: [characters: string, region: string][] = [
  ['ABCDEFGH', 'Africa'],
  ['JKLMNPR', 'Asia'],
  ['STUVWXYZ', 'Europe'],
  ['12345', 'North America'],
  ['67', 'Oceania'],
  ['890', 'South America'],
]

/** First character, from and to of the second, country. 7 was given to Oceania; the United States use 7F to 70 now. */
const COUNTRIES: [range: string, country: string][] = [
  ['AAH', 'ZA'],
  ['JA0', 'JP'],
  ['KLR', 'KR'],
  ['LA0', 'CN'],
  ['HA0', 'CN'],
  ['MAE', 'IN'],
  ['MFK', 'ID'],
  ['MLR', 'TH'],
  ['MZ0', 'IN'],
  ['NLR', 'TR'],
  ['PAE', 'PH'],
  ['PLR', 'MY'],
  ['RFG', 'TW'],
  ['RLR', 'VN'],
  ['RU0', 'KR'],
  ['SAM', 'GB'],
  ['SNT', 'DE'],
  ['SUZ', 'PL'],
  ['TAH', 'CH'],
  ['TJP', 'CZ'],
  ['TRV', 'HU'],
  ['TW1', 'PT'],
  ['UHM', 'DK'],
  ['UNT', 'IE'],
  ['UUZ', 'RO'],
  ['U57', 'SK'],
  ['VAE', 'AT'],
  ['VFR', 'FR'],
  ['VSW', 'ES'],
  ['VX2', 'FR'],
  ['V30', 'HR'],
  ['WA0', 'DE'],
  ['XAE', 'BG'],
  ['XFK', 'GR'],
  ['XLR', 'NL'],
  ['XSW', 'RU'],
  ['X30', 'RU'],
  ['XX2', 'LU'],
  ['YAE', 'BE'],
  ['YFK', 'FI'],
  ['YSW', 'SE'],
  ['Y60', 'UA'],
  ['Y35', 'BY'],
  ['ZAR', 'IT'],
  ['Z30', 'RU'],
  ['1A0', 'US'],
  ['2A0', 'CA'],
  ['3AX', 'MX'],
  ['4A0', 'US'],
  ['5A0', 'US'],
  ['6A0', 'AU'],
  ['7AE', 'NZ'],
  ['7F0', 'US'],
  ['8AE', 'AR'],
  ['8FK', 'CL'],
  ['9AE', 'BR'],
  ['9FK', 'CO'],
  ['939', 'BR'],
]

export function regionOf(vin: string): string | null {
  return REGIONS.find(([characters]) => characters.includes(vin.charAt(0)))?.[1] ?? null
}

/** ISO 3166 code; null where nobody was given these two characters, or the list does not have them. */
export function countryOf(vin: string): string | null {
  const second = ORDER.indexOf(vin.charAt(1))
  for (const [range, country] of COUNTRIES) {
    const [first, from = '', to = ''] = range
    if (first === vin.charAt(0) && second >= ORDER.indexOf(from) && second <= ORDER.indexOf(to))
      return country
  }
  return null
}

/** Where the law asks for a check digit: North America and China. */
export function needsCheckDigit(vin: string): boolean {
  return /^[1-5L]/.test(vin) || /^7[F-Z0-9]/.test(vin)
}
