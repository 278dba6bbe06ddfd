import type { Change } from '@walkaround/catalog/changes'
import type { Comparison, ComparisonPlace } from '../../../comparisons/schema.ts'
import type { SideName } from '../../comparison/comparison-content.ts'

type ReasonName = ComparisonPlace['reasons'][number]['reason']
type SignalName = Comparison['signals'][number]['signal']
/** Figures as they are printed; those that a reason does not have are null. */
type Figures = { a: string | null; b: string | null }

export const en = {
  title: 'Comparison of two inspections',
  all_decided: 'All places decided',
  open: (count: number): string =>
    count === 1 ? '1 place not decided yet' : `${count} places not decided yet`,
  outdated: 'An inspection has changed since',
  sides: { earlier: 'Earlier inspection', later: 'Later inspection' } as Record<SideName, string>,
  roles: { earlier: 'Earlier', later: 'Later' } as Record<SideName, string>,
  photos: (count: number): string => (count === 1 ? '1 photo' : `${count} photos`),
  deleted: 'deleted since',
  taken: 'Taken',
  place_by: 'Place, by',
  taken_unknown: 'The photos name no time',
  nothing_found: 'Same place: nothing found',
  not_shown: 'No photo shows this place',
  photo_of: (label: string, count: number): string => `Photo ${label} of ${count}`,
  photo_alt: (side: string, place: string, isFound: boolean): string =>
    isFound ? `${side}: ${place}, damage outlined` : `${side}: ${place}, same place outlined with dots`,
  sources: {
    camera: 'Time from the camera',
    client: 'Time from the app',
    upload: 'Time of upload; the photo names none',
  },
  received_later: (duration: string): string => `received ${duration} later`,
  verdicts: {
    new: 'New',
    worsened: 'Worsened',
    uncertain: 'Uncertain',
    not_comparable: 'Not comparable',
    unchanged: 'Unchanged',
    repaired: 'Repaired',
  } as Record<Change, string>,
  glyphs:
    'Left dot: earlier, right dot: later. Filled: there; hollow: not there; dash: not visible; half: perhaps.',
  dashed: 'Dashed number: proposed by software, not decided by a person.',
  diagram_alt: (places: string): string =>
    `Drawing of the vehicle from five sides with the places: ${places}.`,
  damage: 'Damage',
  head: {
    number: 'No.',
    place: 'Place and damage',
    change: 'Change',
    amount: 'Amount',
    why: 'Why',
  },
  charged: (amount: string): string => `Charged: ${amount} before tax`,
  charged_unpriced: 'Charged, no price yet',
  nothing_charged: 'Nothing is charged',
  proposed: (places: string, count: number, amount: string | null): string =>
    `Proposed, not charged: ${count === 1 ? 'place' : 'places'} ${places}${amount ? `, ${amount}` : ''}. No charge without a person’s decision.`,
  no_estimate: 'There is no estimate for the later inspection, so no amounts are shown.',
  not_charged: (places: string, count: number): string =>
    `${count === 1 ? `Place ${places} is` : `Places ${places} are`} not charged: the photos do not show whether the damage was there before.`,
  changed: 'New and worsened',
  nothing_changed: 'No place was found to be new or worsened.',
  why: {
    new: 'Why new',
    worsened: 'Why worsened',
    uncertain: 'Why uncertain',
    not_comparable: 'Why not comparable',
    unchanged: 'Why unchanged',
    repaired: 'Why repaired',
  } as Record<Change, string>,
  confirmed: (name: string, time: string): string => `Confirmed by ${name}, ${time}.`,
  decided: (name: string, time: string, proposed: string): string =>
    `Decided by ${name}, ${time}; the software had proposed: ${proposed}.`,
  reason_given: (reason: string): string => `Reason: ${reason}`,
  not_decided: (share: string): string =>
    `Proposed by software, ${share} certain. Not decided by a person yet.`,
  unclear: 'Could not be compared',
  unclear_note: 'Not charged unless a person decides so and gives a reason.',
  unchanged: 'There before, unchanged',
  repaired: 'There before, no longer there',
  rejected: 'Not a damage, a person says',
  signals: 'Things to look at',
  signals_note: 'Facts about the photos. They are not verdicts.',
  signals_none: 'The photos of both inspections were checked: nothing stands out.',
  signal: {
    same_picture: 'The same photo is in both inspections.',
    time_contradiction: 'A later photo says it was taken before the earlier ones.',
    time_unknown: 'Photos without a capture time; the upload time is shown.',
    identity_differs: 'License plate or VIN differs between the inspections.',
    older_than_inspection: 'The photo is older than its inspection.',
    edited: 'The photo was saved by an editing program.',
  } as Record<SignalName, string>,
  days_older: (count: number): string => (count === 1 ? '1 day older' : `${count} days older`),
  limits: 'What was compared',
  compared_parts: 'Parts visible in both inspections',
  not_seen_before: 'Not visible in the earlier photos',
  not_seen_now: 'Not visible in the later photos',
  method:
    'A damage is called new only if earlier photos show its place, sharp and large enough to show it, and a second, closer search found nothing there. Otherwise it is listed as not comparable or uncertain.',
  read_again: 'The earlier photos were analyzed again with the same models as the later ones.',
  models: 'Models',
  signatures_note: 'Signing confirms having seen this comparison. It is no agreement to a charge.',
  handed_over: 'Vehicle handed over by',
  received: 'Vehicle received by',
  comparison: 'Comparison',
  code: 'verification code',
  reasons: {
    absent_and_visible: () => 'The place is visible in the earlier photos, and nothing is there.',
    searched_again: () => 'Searched there again, more closely: nothing found.',
    would_have_shown: ({ a }) =>
      a ? `A mark of ${a} or more would have shown.` : 'A mark of this size would have shown.',
    grown: ({ a, b }) =>
      a && b
        ? `It grew from ${a} to ${b}, more than the measuring error.`
        : 'It grew by more than the measuring error.',
    type_escalated: ({ a, b }) =>
      a && b ? `It was recorded as ${a} and is now ${b}.` : 'It is now a more serious type of damage.',
    within_error: () => 'The size is the same within the measuring error.',
    found_same_place: () => 'The same damage is at the same place.',
    gone_and_visible: () => 'The place is visible in the later photos, and nothing is there any more.',
    not_in_pictures: () => 'No photo of the other inspection shows this place.',
    part_cropped: () => 'The photo ends before this place.',
    occluded: () => 'Something covers this place.',
    too_small: ({ a }) =>
      a ? `The photo shows marks from ${a} on; this one is smaller.` : 'The mark is too small for the photo.',
    blurred: () => 'The photo is too blurred here.',
    dark: () => 'The photo is too dark here.',
    glare: () => 'A reflection lies over this place.',
    not_aligned: () => 'The two photos could not be laid over each other.',
    weak_match: () => 'It may be the same damage, but that is not certain.',
    low_score_before: () => 'Something faint is there in the earlier photo.',
    size_unknown: () => 'There is too little in the photos to measure by.',
    part_unknown: () => 'The damaged part is unknown.',
  } as Record<ReasonName, (figures: Figures) => string>,
}

export type ComparisonWords = typeof en
