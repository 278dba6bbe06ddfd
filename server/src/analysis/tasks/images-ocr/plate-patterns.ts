/** `@` a letter, `#` a digit, `-` a gap in which seals, screws or a coat of arms may sit; anything else is itself. */
export type PlatePattern = { country: string; shapes: string[]; letters: string; area: RegExp | null }

const ALL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const NO_I_O_U = 'ABCDEFGHJKLMNPQRSTVWXYZ'

const ROMANIA =
  /^(B|AB|AG|AR|BC|BH|BN|BR|BT|BV|BZ|CJ|CL|CS|CT|CV|DB|DJ|GJ|GL|GR|HD|HR|IF|IL|IS|MH|MM|MS|NT|OT|PH|SB|SJ|SM|SV|TL|TM|TR|VL|VN|VS)(?=[0-9])/
const SWITZERLAND = /^(AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH)/
const CROATIA =
  /^(BJ|BM|CK|DA|DE|DJ|DU|GS|IM|KA|KC|KR|KT|KZ|MA|NA|NG|OG|OS|PU|PZ|RI|SB|SI|SK|SL|ST|VK|VT|VU|VZ|ZD|ZG|ZU)/
const IRELAND =
  /^(8[7-9]|9\d|0\d|1[0-2]|(1[3-9]|2\d)[12])(CE|CN|CW|C|DL|D|G|KE|KK|KY|LD|LH|LK|LM|LS|L|MH|MN|MO|OY|RN|SO|TN|TS|T|WD|WH|WW|WX|W)\d/
const AUSTRIA =
  /^(AM|B|BA|BL|BM|BN|BR|BZ|DL|DO|E|EF|EU|FB|FE|FF|FK|FR|G|GB|GD|GF|GM|GR|GS|GU|HA|HB|HE|HF|HL|HO|I|IL|IM|JE|JO|JU|K|KB|KF|KG|KI|KL|KO|KR|KS|KU|L|LA|LB|LE|LF|LI|LL|LN|LZ|MA|MD|ME|MI|MT|MU|MZ|ND|NK|OP|OW|P|PE|PL|RA|RE|RI|RO|S|SB|SD|SE|SL|SO|SP|SR|SV|SW|SZ|TA|TU|UU|VB|VI|VK|VL|VO|W|WB|WE|WL|WN|WO|WT|WU|WY|WZ|ZE|ZT)(?=[0-9])/
/** No number begins with a zero. */
const GERMANY = /^[A-Z]+[1-9]/
const TURKEY = /^(0[1-9]|[1-7]\d|8[01])/
const FRANCE_UNTIL_2009 = /(0[1-9]|[1-8]\d|9[0-5]|2A|2B)$/
const SLOVENIA = /^(CE|GO|KK|KP|KR|LJ|MB|MS|NM|PO|SG)/

/** Every shape with between `from` and `to` repeats of its last mark. */
function repeat(shape: string, mark: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => shape + mark.repeat(from + index))
}

const GERMAN = ['@', '@@', '@@@'].flatMap((area) =>
  ['@', '@@'].flatMap((letters) => repeat(`${area}-${letters}-`, '#', 1, 4)),
)

// Shapes in use on cars. Special plates (diplomats, armies, export, wishes) are not listed.
export const PLATE_PATTERNS: PlatePattern[] = [
  { country: 'AT', shapes: austrian(), letters: 'ABCDEFGHIJKLMNOPRSTUVWXYZ', area: AUSTRIA },
  { country: 'BE', shapes: ['#-@@@-###', '@@@-###', '###-@@@'], letters: ALL, area: null },
  { country: 'BG', shapes: ['@-####-@@', '@@-####-@@'], letters: 'ABCEHKMOPTXY', area: null },
  { country: 'CH', shapes: repeat('@@-', '#', 3, 6), letters: ALL, area: SWITZERLAND },
  { country: 'CZ', shapes: ['#@#-####', '#@@-####'], letters: 'ABCDEFHIJKLMNPRSTUVXYZ', area: null },
  { country: 'DE', shapes: [...GERMAN, ...electricOrOld()], letters: ALL, area: GERMANY },
  { country: 'DK', shapes: ['@@-##-###'], letters: ALL, area: null },
  { country: 'EE', shapes: ['###-@@@'], letters: ALL, area: null },
  { country: 'ES', shapes: ['####-@@@'], letters: 'BCDFGHJKLMNPRSTVWXYZ', area: null },
  { country: 'ES', shapes: ['@-####-@@', '@@-####-@@', '@@-####-@'], letters: ALL, area: null },
  { country: 'FI', shapes: ['@@@-###'], letters: ALL, area: null },
  { country: 'FR', shapes: ['@@-###-@@'], letters: NO_I_O_U, area: null },
  { country: 'FR', shapes: frenchUntil2009(), letters: NO_I_O_U, area: FRANCE_UNTIL_2009 },
  { country: 'GB', shapes: ['@@##-@@@'], letters: 'ABCDEFGHJKLMNOPRSTUVWXYZ', area: null },
  {
    country: 'GB',
    shapes: ['@###-@@@', '@##-@@@', '@#-@@@', '@@@-###@', '@@@-##@', '@@@-#@'],
    letters: ALL,
    area: null,
  },
  { country: 'GR', shapes: ['@@@-####'], letters: 'ABEHIKMNOPTXYZ', area: null },
  {
    country: 'HR',
    shapes: ['@@-###-@@', '@@-####-@@', '@@-####-@', '@@-###-@'],
    letters: ALL,
    area: CROATIA,
  },
  { country: 'HU', shapes: ['@@@-###', '@@-@@-###'], letters: ALL, area: null },
  { country: 'IE', shapes: irish(), letters: ALL, area: IRELAND },
  { country: 'IT', shapes: ['@@-###-@@'], letters: 'ABCDEFGHJKLMNPRSTVWXYZ', area: /^(?!EE)/ },
  { country: 'LT', shapes: ['@@@-###'], letters: ALL, area: null },
  { country: 'LU', shapes: ['@@-####'], letters: ALL, area: null },
  { country: 'LV', shapes: ['@@-####'], letters: ALL, area: null },
  { country: 'NL', shapes: dutch(), letters: 'BDFGHJKLNPRSTVXZ', area: null },
  { country: 'NO', shapes: ['@@-#####'], letters: 'ABCDEFHJKLNPRSTUVXYZ', area: null },
  { country: 'PL', shapes: polish(), letters: ALL, area: null },
  { country: 'PT', shapes: ['##-##-@@', '##-@@-##', '@@-##-##', '@@-##-@@'], letters: ALL, area: null },
  { country: 'RO', shapes: ['@-##-@@@', '@-###-@@@', '@@-##-@@@'], letters: ALL, area: ROMANIA },
  { country: 'SE', shapes: ['@@@-###', '@@@-##@'], letters: 'ABCDEFGHJKLMNOPRSTUWXYZ', area: null },
  { country: 'SI', shapes: ['@@-@@-###', '@@-##-@@@', '@@-@#-###'], letters: ALL, area: SLOVENIA },
  { country: 'SK', shapes: ['@@-###-@@'], letters: ALL, area: null },
  { country: 'TR', shapes: turkish(), letters: 'ABCDEFGHIJKLMNOPRSTUVYZ', area: TURKEY },
  { country: 'UA', shapes: ['@@-####-@@'], letters: 'ABCEHIKMOPTX', area: null },
]

function austrian(): string[] {
  return ['@-', '@@-'].flatMap((area) =>
    ['###@', '####@', '#####@', '##@@', '###@@', '####@@', '#@@@', '##@@@', '###@@@'].map(
      (rest) => area + rest,
    ),
  )
}

function frenchUntil2009(): string[] {
  return '##-@@-## ###-@@-## ####-@@-## ##-@@@-## ###-@@@-##'.split(' ')
}

function dutch(): string[] {
  return '##-@@-@@ @@-@@-## @@-##-@@ ##-@@@-# #-@@@-## @@-###-@ @-###-@@ @@@-##-@ @-##-@@@'.split(' ')
}

function irish(): string[] {
  const areas = ['##-@-', '##-@@-', '###-@-', '###-@@-']
  return areas.flatMap((area) => repeat(area, '#', 2, 5))
}

function turkish(): string[] {
  return '##-@-#### ##-@-##### ##-@@-### ##-@@-#### ##-@@@-## ##-@@@-###'.split(' ')
}

function polish(): string[] {
  const two = '##### ####@ ###@@ #@### #@@##'.split(' ').map((rest) => `@@-${rest}`)
  const three = '@### ##@@ #@## ##@# #@@# ##### ####@ ###@@'.split(' ').map((rest) => `@@@-${rest}`)
  return [...two, ...three]
}

function electricOrOld(): string[] {
  return GERMAN.filter((shape) => !shape.endsWith('####')).flatMap((shape) => [`${shape}E`, `${shape}H`])
}

/** What the band at the left edge says. */
export const BAND_CODES: Record<string, string> = {
  A: 'AT',
  B: 'BE',
  BG: 'BG',
  CH: 'CH',
  CZ: 'CZ',
  D: 'DE',
  DK: 'DK',
  E: 'ES',
  EST: 'EE',
  F: 'FR',
  FIN: 'FI',
  GB: 'GB',
  GR: 'GR',
  H: 'HU',
  HR: 'HR',
  I: 'IT',
  IRL: 'IE',
  L: 'LU',
  LT: 'LT',
  LV: 'LV',
  N: 'NO',
  NL: 'NL',
  P: 'PT',
  PL: 'PL',
  RO: 'RO',
  S: 'SE',
  SK: 'SK',
  SLO: 'SI',
  TR: 'TR',
  UA: 'UA',
  UK: 'GB',
}
