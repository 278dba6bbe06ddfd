// World manufacturer identifiers of common makers, by hand. The country of a VIN comes from its first two characters
// (vin-countries.ts); this list says that three characters are known to be used, and by whom.
const MAKERS: [maker: string, codes: string][] = [
  ['Alfa Romeo', 'ZAR ZAS'],
  ['Aston Martin', 'SCF'],
  ['Audi', 'WAU WA1 WUA TRU 93U'],
  ['BAIC', 'LNB LMB'],
  ['Bentley', 'SCB SJA'],
  ['BMW', 'WBA WBS WBX WBY WBW WB1 WB3 WB4 WB5 4US 5UX 5UM 5YM X4X LBV 3MW NM0'],
  ['Brilliance', 'LSY'],
  ['BYD', 'LC0 LGX LPE'],
  ['Changan', 'LS4 LS5'],
  ['Chery', 'LVV LVT'],
  ['Chevrolet', '1G1 1GC 1GN 2G1 3G1 3GC 3GN KL1 KL8 XUF XUU XWF Y6D'],
  ['Chrysler', '1C3 1C4 1C6 1C8 2A4 2A8 2C3 2C4 2C8 3C4 3C8 1A4 1A8'],
  ['Citroën', 'VF7 VR7 VS7'],
  ['Cupra', 'VSS'],
  ['Dacia', 'UU1 UU2 UU3 UU5 UU6'],
  ['Daewoo', 'KLA SUP SUU'],
  ['DAF', 'XLR XLA'],
  ['Dodge', '1B3 1B4 1B7 1D3 1D4 1D7 1D8 2B3 2B4 2B5 2B7 2D3 2D4 2D8 3B7 3D3 3D4 3D6 3D7'],
  ['Dongfeng', 'LGA LGB LGG LGH LGJ'],
  ['DS', 'VR1'],
  ['FAW', 'LFB LFP LFW LFM'],
  ['FAW-Volkswagen', 'LFV'],
  ['Ferrari', 'ZFF'],
  ['Fiat', 'ZFA ZFC 3C3 NM4 SUF'],
  [
    'Ford',
    'WF0 WF1 NM0 VS6 X9F Z6F 1FA 1FB 1FC 1FD 1FM 1FT 1ZV 2FA 2FM 2FT 3FA 3FM 3FT 3FE MAJ MNA SFA LVS 6FP',
  ],
  ['GAZ', 'X96 XTH'],
  ['Geely', 'L6T LB2 LB3 L10'],
  ['GMC', '1GD 1GK 1GT 2GT 3GT'],
  ['Buick', '1G4 2G4 KL4 LSG LRB 5GA'],
  ['Cadillac', '1G6 1GY 3GY'],
  ['Saturn', '1G8 5GZ'],
  ['Pontiac', '1G2 2G2 3G2 5Y2'],
  ['Great Wall', 'LGW'],
  ['Holden', '6G1 6H8'],
  ['Honda', 'JHM JHL JHG SHH SHS 1HG 19X 2HG 2HK 2HJ 3CZ 3HG 5FN 5FP 5J6 5KB 7FA LHG LVH MRH NLA MAK'],
  ['Acura', 'JH4 19U 2HN 5FR 5J8'],
  ['Hyundai', 'KMH KMF KMJ KM8 NLH TMA 5NP 5NM 5NT 2HM MAL Z94 X7M LBE'],
  ['Infiniti', 'JNK JNR 5N3 JNX'],
  ['Isuzu', 'JAA JAB JAC JAL JAM 4S2 MPA'],
  ['Iveco', 'ZCF ZCN'],
  ['JAC', 'LJ1'],
  ['Jaguar', 'SAJ SAD'],
  ['Jeep', '1J4 1J8 1C4 ZAC 3C4'],
  ['Kia', 'KNA KNB KNC KND KNE KNH KNM U5Y U6Y XWE XWK 3KP 5XX 5XY LJD'],
  ['Lada', 'XTA XTK X7L'],
  ['Lamborghini', 'ZHW ZA9'],
  ['Lancia', 'ZLA'],
  ['Land Rover', 'SAL'],
  ['Lexus', 'JTH JTJ 2T2 58A'],
  ['Lincoln', '1LN 2LM 5LM 3LN'],
  ['Lotus', 'SCC'],
  ['MAN', 'WMA VAG'],
  ['Maserati', 'ZAM ZN6'],
  ['Mazda', 'JM0 JM1 JM3 JM4 JM6 JM7 JMZ 1YV 3MZ 3MV 4F2 4F4 LVR RUM'],
  ['McLaren', 'SBM'],
  [
    'Mercedes-Benz',
    'WDB WDC WDD WDF WDY WDZ WD1 WD2 WD3 WD4 WD5 WD8 WDA WDX WDP W1K W1N W1V W1W W1X W1Y W1T W1H VSA NMB 4JG 55S 8AC LE4 Z9M',
  ],
  ['MG', 'SDP SAR LSJ'],
  ['MINI', 'WMW'],
  ['Mitsubishi', 'JMB JMA JMY JMP JA3 JA4 JA7 4A3 4A4 XMC MMB MMC MMA Z8T'],
  ['Nissan', 'JN1 JN3 JN6 JN8 JNA JNT SJN VSK VNV VWA 1N4 1N6 3N1 3N6 3N8 5N1 5BZ LGB MDH Z8N MNT'],
  ['NIO', 'LJ1 HJN'],
  ['Opel', 'W0L W0V VXK VXE XWF'],
  ['Peugeot', 'VF3 VR3 VR5 8AD VF9'],
  ['Polestar', 'LPS YSM'],
  ['Porsche', 'WP0 WP1'],
  ['Renault', 'VF1 VF2 VF6 VF8 VS5 VNK UU1 X7L KNM 93Y 8A1 NM1 MEE'],
  ['Rolls-Royce', 'SCA'],
  ['Rover', 'SAR SAX'],
  ['Saab', 'YS3 YTN'],
  ['SAIC', 'LSJ LSV LSK LSF'],
  ['SAIC-Volkswagen', 'LSV'],
  ['Scania', 'YS2 XLE VLU 9BS'],
  ['SEAT', 'VSS VWV'],
  ['Škoda', 'TMB TMP XW8'],
  ['smart', 'WME W1A HES TCC'],
  ['SsangYong', 'KPT KPA KPB KPB RUM'],
  ['Subaru', 'JF1 JF2 4S3 4S4'],
  ['Suzuki', 'JS2 JS3 JSA JS4 TSM VSE MA3 MBH MHY 2S2 2S3'],
  ['Tesla', '5YJ 7SA 7G2 LRW XP7 SFZ'],
  [
    'Toyota',
    'JT1 JT2 JT3 JT4 JT5 JT6 JT7 JT8 JTA JTB JTD JTE JTF JTG JTK JTL JTM JTN JTR JTW SB1 VNK NMT YAR XW7 TW0 1NX 2T1 2T3 3TM 4T1 4T3 4T4 5TB 5TD 5TE 5TF 5YF 7MU AHT LFM LTV MR0 MHF 6T1',
  ],
  ['UAZ', 'XTT'],
  ['Vauxhall', 'W0L W0V SED'],
  ['Volkswagen', 'WVW WVG WV1 WV2 WV3 WV4 WV5 XW8 VWV 1VW 3VW 3VV 9BW AAV LFV LSV 2V4 8AW'],
  ['Volvo', 'YV1 YV2 YV3 YV4 YV5 LVY LYV LVX 7JR 7JD XLB 4V4 MHA'],
  ['Xpeng', 'LMV L1N'],
  ['Motor Coach Industries', '1M8'],
]

const MAKERS_OF_CODE = new Map<string, string[]>()
for (const [maker, codes] of MAKERS)
  for (const code of codes.split(' ')) {
    const makers = MAKERS_OF_CODE.get(code) ?? []
    if (!makers.includes(maker)) MAKERS_OF_CODE.set(code, [...makers, maker])
  }

/** Several where a code is shared, none where it is not in the list. */
export function makersOf(wmi: string): string[] {
  return MAKERS_OF_CODE.get(wmi) ?? []
}

// Makers of the Volkswagen group that write ZZZ at 4 to 6 on cars for Europe. Škoda does not.
const FILLS_WITH_Z = new Set('WVW WVG WV1 WV2 WV3 WAU WUA TRU VSS WP0 WP1'.split(' '))

export function fillsWithZ(wmi: string): boolean {
  return FILLS_WITH_Z.has(wmi)
}

/** Makers who build cars under each other's names, so that the code of one on a car of the other means nothing. */
const GROUPS = [
  [
    'Alfa Romeo',
    'Chrysler',
    'Citroën',
    'Dodge',
    'DS',
    'Fiat',
    'Jeep',
    'Lancia',
    'Maserati',
    'Opel',
    'Peugeot',
    'RAM',
    'Vauxhall',
  ],
  [
    'Buick',
    'Cadillac',
    'Chevrolet',
    'Daewoo',
    'GMC',
    'Holden',
    'Opel',
    'Pontiac',
    'SAIC',
    'Saturn',
    'Vauxhall',
  ],
  [
    'Audi',
    'Bentley',
    'Cupra',
    'FAW',
    'FAW-Volkswagen',
    'Ford',
    'Lamborghini',
    'MAN',
    'Porsche',
    'SAIC',
    'SAIC-Volkswagen',
    'SEAT',
    'Škoda',
    'Volkswagen',
  ],
  ['BMW', 'Lexus', 'Mazda', 'MINI', 'Rolls-Royce', 'Subaru', 'Suzuki', 'Toyota'],
  [
    'Dacia',
    'Fiat',
    'Infiniti',
    'Lada',
    'Mercedes-Benz',
    'Mitsubishi',
    'Nissan',
    'Opel',
    'Renault',
    'smart',
    'Vauxhall',
    'Volvo',
  ],
  ['Ford', 'Lincoln', 'Mazda', 'Mercury', 'Volvo', 'Jaguar', 'Land Rover'],
  ['Hyundai', 'Kia'],
  ['Acura', 'Honda'],
  ['Geely', 'Lotus', 'Polestar', 'smart', 'Volvo'],
]

const ALIASES: Record<string, string> = {
  chevy: 'Chevrolet',
  mercedes: 'Mercedes-Benz',
  rangerover: 'Land Rover',
  vw: 'Volkswagen',
}

const keyOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^a-zA-Z0-9]/g, '')
    .toLowerCase()

const MAKER_OF_KEY = new Map([
  ...MAKERS.map(([maker]) => [keyOf(maker), maker] as const),
  ...Object.entries(ALIASES),
])

/** Only where both the code and the name are known, and no group builds cars under both names. */
export function contradictsMaker(wmi: string, brand: string): boolean {
  const makers = makersOf(wmi)
  const named = MAKER_OF_KEY.get(keyOf(brand))
  if (makers.length === 0 || named === undefined) return false
  return !makers.some(
    (maker) => maker === named || GROUPS.some((group) => group.includes(maker) && group.includes(named)),
  )
}
