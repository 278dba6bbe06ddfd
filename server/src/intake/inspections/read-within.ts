import type { Page } from '../../core/contracts/paging.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { selectChildrenWithin } from './select-children.ts'

type Children = NonNullable<Awaited<ReturnType<typeof selectChildrenWithin>>>
export type ListedChildren = Pick<Children, 'images' | 'damages' | 'parts' | 'pricings'>
type PageRead<R> = { rows: R[]; children: ListedChildren; bytes: number }

const PIECE_ROWS = 20

/**
 * Reads a page in pieces and ends it where LIST_BYTES_MAX is reached: nothing larger is ever put together. A page of
 * ordinary inspections is one piece, or two when it is long. The first inspection is always there, however large.
 */
export async function readWithin<R extends { id: string }>(
  ctx: Context,
  page: Page,
  select: (piece: Page) => Promise<R[]>,
  findings: boolean,
): Promise<{ rows: R[]; children: ListedChildren; hasMore: boolean }> {
  const read: PageRead<R> = {
    rows: [],
    children: { images: [], damages: [], parts: [], pricings: [] },
    bytes: 0,
  }
  for (let cursor = page.cursor; ; cursor = read.rows.at(-1)?.id) {
    const limit = Math.min(page.limit - read.rows.length, pieceRows(ctx, read))
    const selected = await select({ ...page, cursor, limit })
    const piece = selected.slice(0, limit)
    const isWhole = await addPiece(ctx, read, piece, findings)
    const hasMore = !isWhole || selected.length > limit
    const isFull = read.rows.length >= page.limit || read.bytes >= ctx.config.LIST_BYTES_MAX
    if (!hasMore || !isWhole || isFull) return { rows: read.rows, children: read.children, hasMore }
  }
}

/** As many as will fit, judged by those before. */
function pieceRows(ctx: Context, { rows, bytes }: PageRead<unknown>): number {
  if (rows.length === 0) return PIECE_ROWS
  return Math.max(1, Math.floor((ctx.config.LIST_BYTES_MAX - bytes) / (bytes / rows.length)))
}

/** Adds what fits of a piece, in ever smaller groups where it is too large at once. False: not all of it did. */
async function addPiece<R extends { id: string }>(
  ctx: Context,
  read: PageRead<R>,
  piece: R[],
  findings: boolean,
): Promise<boolean> {
  const wanted = { findings, details: false, deleted: false } as const
  for (let from = 0, size = piece.length; from < piece.length; ) {
    const group = piece.slice(from, from + size)
    const isFirst = read.rows.length === 0 && group.length === 1
    const limitBytes = isFirst ? ctx.config.ANSWER_BYTES_MAX : ctx.config.LIST_BYTES_MAX - read.bytes
    const ownBytes = Buffer.byteLength(JSON.stringify(group))
    const ids = group.map((row) => row.id)
    const children =
      isFirst || ownBytes <= limitBytes ? await selectChildrenWithin(ctx, ids, wanted, limitBytes) : null
    if (children) {
      read.rows.push(...group)
      // Each kind has rows of its own; the compiler does not see that both sides are the same kind.
      for (const kind of ['images', 'damages', 'parts', 'pricings'] as const)
        read.children[kind].push(...(children[kind] as never[]))
      read.bytes += children.bytes + ownBytes
      from += group.length
    } else if (group.length > 1) size = Math.ceil(group.length / 5)
    else if (isFirst) throw new Problem('answer_too_large', { limit_bytes: limitBytes })
    else return false
  }
  return true
}
