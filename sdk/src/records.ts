import type { Entities } from './api-types.ts'

export type * from './api-types.ts'

/** JSON of a client or a model; its keys stay as they were written. */
export type Free = Record<string, unknown>
export type BoundingBox = { xmin: number; ymin: number; width: number; height: number }
export type Prediction = { prediction: string | null; confidence: number | null }

export type PageLink = { limit: number; after?: string; before?: string; paginationOrder: string }
export type Paging = {
  cursors: { before: string | null; after: string | null; next: PageLink | null; previous: PageLink | null }
  previous: string | null
  next: string | null
}

export type Normalized = {
  entities: Entities
  /** The same as `result` where an answer is about one inspection. */
  id?: string
  /** The id of the main record, or the ids in the order of the wire; null where an answer is about none. */
  result: string | string[] | null
  paging?: Paging
  /** What is no record: `total`, `subCount`, `message`, `failed`, `pdfData`, `estimateEffect`. */
  [field: string]: unknown
}
