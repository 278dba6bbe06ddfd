import type { Archive } from './read-archive.ts'
import type { ArchivedInspection } from './records.ts'

/** What stays in the archive, in words and only where there is any. */
export function listLeftOut(archive: Archive, id: string, inspection: ArchivedInspection): string[] {
  const { images, damages, tasks } = inspection
  const live = damages.filter(({ deleted_at }) => deleted_at === null)
  const filesIn = (folder: string) =>
    archive.names.filter((name) => name.startsWith(`${id}/${folder}/`)).length
  const has = (name: string) => (archive.has(`${id}/${name}`) ? 1 : 0)
  const counts: [number, string][] = [
    [1, 'IDs, authors, times and history'],
    [
      tasks.filter(({ status }) => status !== 'NOT_STARTED').length,
      'task state(s) and result(s); start the tasks again',
    ],
    [images.filter(({ deleted_at }) => deleted_at !== null).length, 'deleted picture(s)'],
    [
      archive.manifest.missing.filter((name) => name.startsWith(`${id}/images/`)).length,
      'picture(s) that the archive lacks',
    ],
    [damages.length - live.length, 'deleted damage(s)'],
    [live.filter(({ part_ids }) => part_ids.length === 0).length, 'damage(s) without a part'],
    [
      inspection.wheel_analysis.length + inspection.documents.length,
      'wheel(s) and document(s) that a model read',
    ],
    [inspection.severity_results.length, 'price(s) and severities'],
    [has('estimate.json'), 'estimate'],
    [has('reports.json') && filesIn('reports'), 'report(s)'],
    [filesIn('comparisons'), 'comparison(s)'],
    [filesIn('objections'), 'objection(s)'],
    [has('capture-links.json'), 'list of capture links'],
    [has('hold.json'), 'hold'],
  ]
  return counts.flatMap(([count, what], n) => (count === 0 ? [] : [n === 0 ? what : `${count} ${what}`]))
}
