import { CHANGE_NAMES, type Change } from '@walkaround/catalog/changes'
import type {
  ComparisonContent,
  ComparisonImage,
  PaperPlace,
  PaperSighting,
  SideName,
} from '../src/outputs/reports/comparison/comparison-content.ts'
import { TEMPLATE_VERSION } from '../src/outputs/reports/pdf/render-pdf.ts'
import { digestOf } from './sample-findings.ts'

const DAYS = { earlier: '2026-11-02', later: '2026-11-14' } as const

const comparisonImageId = (side: SideName, at: number) =>
  `01990000-0000-7000-8000-0000000${side === 'earlier' ? 1 : 2}${String(at).padStart(4, '0')}`

/** What is printed of each verdict. */
const PLACES: Record<Change, Pick<PaperPlace, 'part_type' | 'damage_type' | 'reasons'>> = {
  new: {
    part_type: 'door_front_left',
    damage_type: 'scratch',
    reasons: [
      { reason: 'absent_and_visible', values: { fit: 0.91 } },
      { reason: 'searched_again', values: { threshold: 0.1, score: 0.04 } },
      { reason: 'would_have_shown', values: { min_resolvable_mm: 5 } },
    ],
  },
  worsened: {
    part_type: 'fender_front_right',
    damage_type: 'dent',
    reasons: [{ reason: 'grown', values: { earlier_mm: 40, later_mm: 62 } }],
  },
  uncertain: {
    part_type: 'hood',
    damage_type: 'scratch',
    reasons: [{ reason: 'low_score_before', values: { score: 0.2 } }],
  },
  not_comparable: {
    part_type: 'bumper_back',
    damage_type: 'paint_peeling',
    reasons: [{ reason: 'too_small', values: { min_resolvable_mm: 12 } }],
  },
  repaired: {
    part_type: 'door_back_left',
    damage_type: 'dent',
    reasons: [{ reason: 'gone_and_visible', values: {} }],
  },
  unchanged: {
    part_type: 'wheel_back_left',
    damage_type: 'scratch',
    reasons: [
      { reason: 'found_same_place', values: { fit: 0.88 } },
      { reason: 'within_error', values: { earlier_mm: 31, later_mm: 33 } },
    ],
  },
}

/** Everything the paper of a comparison can hold, made up. The first of each verdict is decided by a person. */
export function sampleComparison({
  images = 6,
  verdicts = CHANGE_NAMES as readonly Change[],
} = {}): ComparisonContent {
  const numbers = Array.from({ length: images }, (_, at) => at)
  const made = (side: SideName) => numbers.map((at) => sampleImage(side, at))
  const pictures = { earlier: made('earlier'), later: made('later') }
  const places = verdicts.map((verdict, at) =>
    samplePlace(verdict, at, pictures, verdicts.indexOf(verdict) === at),
  )
  const sum = (wanted: boolean) =>
    places
      .filter(({ is_chargeable, decision }) => is_chargeable && (decision !== null) === wanted)
      .reduce((total, { amount }) => total + (amount ?? 0), 0)
  return {
    format: 'walkaround-comparison/1',
    report_id: '01990000-0000-7000-8000-0000000000ab',
    comparison_id: '01990000-0000-7000-8000-0000000000c1',
    comparison_version: 4,
    template_version: TEMPLATE_VERSION,
    language: 'en',
    paper: 'a4',
    time_zone: 'Europe/Paris',
    created_at: '2026-11-14T10:02:00.000Z',
    service_name: 'Walkaround at Northway',
    operator: {
      address: [],
      contest: ['Write to claims@northway.example within 14 days.'],
      contest_url: null,
      color: '#0f172a',
    },
    compared_at: '2026-11-14T08:20:00.000Z',
    is_outdated: false,
    vehicle: {
      vin: 'XTEST000000000640',
      plate: 'IO-640-UQ',
      brand: 'Sample',
      model: 'Heron',
      vehicle_type: 'suv',
      color: 'white',
    },
    earlier: sampleSide('earlier', images, 9_744),
    later: sampleSide('later', images, 10_926),
    places,
    charges: { currency: 'EUR', confirmed: sum(true), proposed: sum(false), needs_human_decision: true },
    signals: [
      {
        signal: 'time_unknown',
        earlier_image_id: null,
        later_image_id: comparisonImageId('later', 0),
        values: { pictures: 2 },
      },
      {
        signal: 'identity_differs',
        earlier_image_id: null,
        later_image_id: null,
        values: { field: 'plate', earlier: 'IO-640-UQ', later: 'IO-640-UO' },
      },
    ],
    panels: {
      compared: ['door_front_left', 'hood', 'fender_front_right'],
      not_seen_before: ['bumper_back'],
      not_seen_now: ['roof'],
    },
    models: [{ name: 'damage-segmentation', version: '4', digest: digestOf('model') }],
    is_earlier_read_again: true,
    images: [...pictures.earlier, ...pictures.later],
    omitted: { places: 0, signals: 0 },
    verification: {
      url: 'https://inspect.example/v1/verify/01990000-0000-7000-8000-0000000000ab',
      code: '4be907d2a15c',
    },
  }
}

function sampleSide(side: SideName, images: number, mileage: number): ComparisonContent['earlier'] {
  return {
    inspection_id: `01990000-0000-7000-8000-00000000000${side === 'earlier' ? 1 : 2}`,
    type: side === 'earlier' ? 'check-in' : 'check-out',
    created_at: `${DAYS[side]}T08:00:00.000Z`,
    is_deleted: false,
    place: 'Northway desk 2',
    inspector: 'A. Alder',
    mileage: { value: mileage, unit: 'km' },
    image_count: images,
    taken: { from: `${DAYS[side]}T08:01:00.000Z`, to: `${DAYS[side]}T08:08:00.000Z` },
  }
}

function sampleImage(side: SideName, at: number): ComparisonImage {
  return {
    image_id: comparisonImageId(side, at),
    side,
    number: at + 1,
    sha256: digestOf(`${side} ${at}`),
    taken_at: `${DAYS[side]}T08:0${at % 8}:00.000Z`,
    received_at: `${DAYS[side]}T08:1${at % 8}:00.000Z`,
    width: 1280,
    height: 960,
  }
}

function samplePlace(
  verdict: Change,
  at: number,
  pictures: Record<SideName, ComparisonImage[]>,
  isDecided: boolean,
): PaperPlace {
  const isCharged = verdict === 'new' || verdict === 'worsened'
  const seen = (side: SideName, isFound: boolean): PaperSighting | null => {
    const image = pictures[side][at % Math.max(pictures[side].length, 1)]
    return image ? sampleSighting(image, isFound) : null
  }
  const hasEarlier = verdict !== 'new' && verdict !== 'not_comparable'
  return {
    place_id: `01990000-0000-7000-8000-00000003${String(at).padStart(4, '0')}`,
    number: at + 1,
    verdict,
    proposed_verdict: verdict,
    certainty: 0.94,
    ...PLACES[verdict],
    earlier: verdict === 'not_comparable' ? null : seen('earlier', hasEarlier),
    later: seen('later', verdict !== 'repaired'),
    decision: isDecided
      ? { verdict, reason: null, note: null, decided_by: 'A. Alder', decided_at: '2026-11-14T08:26:00.000Z' }
      : null,
    is_damage: true,
    is_chargeable: isCharged,
    chargeable_rule: isCharged ? 'wear_no_rule' : null,
    amount: isCharged ? 31_000 + at * 100 : null,
  }
}

function sampleSighting(image: ComparisonImage, isFound: boolean): PaperSighting {
  return {
    damage_id: isFound ? digestOf(image.image_id).slice(0, 32) : null,
    image_id: image.image_id,
    box: { xmin: 420, ymin: 300, width: 300, height: 160 },
    polygons: [
      [
        [420, 400],
        [560, 300],
        [720, 320],
        [640, 460],
      ],
    ],
    length_mm: isFound ? 620 : null,
    length_error_mm: isFound ? 40 : null,
    captured_at: image.taken_at,
    captured_at_source: 'camera',
    sha256: image.sha256,
  }
}
