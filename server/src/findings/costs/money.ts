/**
 * Currencies whose minor unit is not a hundredth, by the digits after the point (ISO 4217). A table of our own, as the
 * meaning of stored amounts must not change with the runtime's.
 */
const UNUSUAL_DIGITS: Readonly<Record<number, readonly string[]>> = {
  0: [
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'UYI',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ],
  3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
  4: ['CLF', 'UYW'],
}

const DIGITS = new Map(
  Object.entries(UNUSUAL_DIGITS).flatMap(([digits, currencies]) =>
    currencies.map((currency): [string, number] => [currency, Number(digits)]),
  ),
)

export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2
}

/**
 * Whole minor units, a half rounded up. The point of the written number is moved instead of multiplying: 1.005 * 100
 * is a little less than 100.5 and would lose a cent.
 */
export function minorOf(amount: number, currency: string): number {
  return Math.round(shift(amount, minorDigits(currency)))
}

/** The amount in major units, as it is written on the wire. */
export function amountOf(minor: number, currency: string): number {
  return shift(minor, -minorDigits(currency))
}

function shift(value: number, digits: number): number {
  // A very small number is written with an exponent already.
  const [mantissa, exponent = '0'] = String(value).split('e')
  return Number(`${mantissa}e${Number(exponent) + digits}`)
}
