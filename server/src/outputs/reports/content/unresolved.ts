import type { ReportContent, ReportImage, UnresolvedItem } from '../report-content.ts'
import type { ReportFacts } from './read-facts.ts'
import { vinCheckOf } from './vehicle.ts'

type Facts = NonNullable<ReportFacts>
type About = Partial<Omit<UnresolvedItem, 'reason'>>

/** What a reader must not take for settled. Parts that nobody saw are told with the coverage. */
export function unresolvedOf(
  { estimate, tasks, vehicle, images: rows }: Facts,
  damages: ReportContent['damages'],
  images: readonly ReportImage[],
): UnresolvedItem[] {
  const numberOf = (id: string) =>
    damages.filter((damage) => damage.damage_id === id).map(({ number }) => number)
  const failed = new Set(
    rows.filter(({ compliances }) => compliances?.compliance_status === 'non_compliant').map(({ id }) => id),
  )
  const open = damages.filter(
    ({ origin, confirmed, corrected }) => origin.kind === 'model' && !confirmed && !corrected,
  )
  const unsure = (estimate?.verdicts ?? []).filter(({ verdict }) => verdict === 'uncertain')
  const waiting = tasks.filter(({ status }) => status !== 'DONE' && status !== 'VALIDATED')
  return [
    item('picture_not_compliant', {
      image_ids: images.filter(({ image_id }) => failed.has(image_id)).map(({ image_id }) => image_id),
    }),
    item('not_confirmed', { damage_numbers: open.map(({ number }) => number) }),
    item('wear_uncertain', { damage_numbers: unsure.flatMap(({ damage_id }) => numberOf(damage_id)) }),
    ...[...Map.groupBy(estimate?.not_priced ?? [], ({ rule }) => rule)].map(([rule, all]) =>
      item(rule, { damage_numbers: all.flatMap(({ damage_id }) => numberOf(damage_id)) }),
    ),
    item('task_not_done', { task_names: waiting.map(({ name }) => name) }),
  ]
    .filter((one) => Object.values(one).some((about) => Array.isArray(about) && about.length > 0))
    .concat(vinCheckOf(vehicle.vin) === 'wrong' ? [item('vin_check_wrong', {})] : [])
}

function item(
  reason: string,
  { part_types = [], damage_numbers = [], image_ids = [], task_names = [] }: About,
) {
  return {
    reason,
    part_types,
    damage_numbers: [...new Set(damage_numbers)].toSorted((a, b) => a - b),
    image_ids,
    task_names,
  }
}
