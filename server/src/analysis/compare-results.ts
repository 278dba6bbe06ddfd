import { canonicalJson } from '../core/platform/canonical-json.ts'
import type { ImageResult } from '../inspection/tasks/run.ts'
import type { ReplayedImage } from '../inspection/tasks/schema.ts'

type Difference = ReplayedImage['differences'][number]
type Side = Pick<ImageResult, 'result' | 'provenance'>

const DIFFERENCES_MAX = 20
const TEXT_MAX = 200

/**
 * What a picture gave when it was analyzed and what it gives now. Identical are results whose canonical JSON has the
 * same bytes; what they were made with is compared first, because it says why results differ.
 */
export function compareResults(image_id: string, recorded: ImageResult, replayed: Side): ReplayedImage {
  const differences: Difference[] = []
  compare(differences, 'provenance', '', byName(recorded.provenance), byName(replayed.provenance))
  compare(differences, 'result', '', recorded.result, replayed.result)
  return {
    image_id,
    origin: recorded.origin,
    is_identical: canonicalJson(recorded.result) === canonicalJson(replayed.result),
    differences,
  }
}

/** A model is found by its name, wherever it stands. */
function byName({ models, ...rest }: Side['provenance']): unknown {
  return { ...rest, models: Object.fromEntries((models ?? []).map(({ name, ...model }) => [name, model])) }
}

/** Paths are JSON pointers (RFC 6901). */
function compare(found: Difference[], of: Difference['of'], path: string, a: unknown, b: unknown): void {
  if (found.length >= DIFFERENCES_MAX || canonicalJson(a) === canonicalJson(b)) return
  if (Array.isArray(a) !== Array.isArray(b) || !isObject(a) || !isObject(b)) {
    found.push({ of, path, recorded: textOf(a), replayed: textOf(b) })
    return
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    compare(found, of, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, a[key], b[key])
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** As JSON, cut to a length that a person reads; null where one side has nothing there. */
function textOf(value: unknown): string | null {
  return value === undefined ? null : canonicalJson(value).slice(0, TEXT_MAX)
}
