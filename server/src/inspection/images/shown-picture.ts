import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { HiddenArea } from '../../core/contracts/findings.ts'
import type { Context } from '../../core/platform/context.ts'
import { coarsen, hideBoxes } from '../../core/platform/pictures/hide-boxes.ts'
import type { Size } from './thumbnail-sizes.ts'

/** What decides how a picture is shown. The settings are null where neither the organization nor a capture profile has set any. */
type Hiding = {
  hidden: HiddenArea[] | null
  hides_bystanders: boolean | null
  keeps_own_plate: boolean | null
  profile_keeps_own_plate: boolean | null
}

/** How people see a picture (ADR 0062). All bytes of pictures that leave the service for people go through `show`. */
export type ShownPicture = {
  /** Of what is hidden: part of every entity tag and every key of a cache. Empty where nothing is. */
  tag: string
  /** Nobody has looked at it yet: an answer that must not be kept. */
  isCoarse: boolean
  /** Makes what people see of a stored file, as large as the file; a coarse one in another size where that is given. Null where they see the file itself. */
  show: ((stored: Buffer, coarse?: Size) => Promise<Buffer>) | null
}

const AS_STORED: ShownPicture = { tag: '', isCoarse: false, show: null }

/** The columns that `howShown` needs: of images or objection_pictures, their inspection, and the settings. */
export const hidingColumns = (table: 'images' | 'objection_pictures') =>
  [
    sql<HiddenArea[] | null>`${sql.ref(`${table}.hidden`)}`.as('hidden'),
    'picture_settings.hides_bystanders',
    'picture_settings.keeps_own_plate',
    'inspections.keeps_own_plate as profile_keeps_own_plate',
  ] as const

export function howShown(ctx: Context, row: Hiding): ShownPicture {
  const { hidden, hides_bystanders } = row
  if (hides_bystanders === false) return AS_STORED
  if (!hidden) return { tag: '-coarse', isCoarse: true, show: coarsen }
  const hidesOwnPlate = (row.profile_keeps_own_plate ?? row.keeps_own_plate) === false
  const boxes = hidden.filter(({ kind }) => kind !== 'own_plate' || hidesOwnPlate).map(({ box }) => box)
  if (boxes.length === 0) return AS_STORED
  const digest = createHash('sha256').update(JSON.stringify(boxes)).digest('hex').slice(0, 16)
  return {
    tag: `-${digest}`,
    isCoarse: false,
    show: (stored) => hideBoxes(stored, boxes, ctx.config.IMAGE_PIXELS_MAX),
  }
}

/** A stored file as people see it. */
export const showFile = async ({ show }: ShownPicture, stored: Buffer): Promise<Buffer> =>
  show ? show(stored) : stored
