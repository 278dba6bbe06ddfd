import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import type { PageRequest } from '../../core/contracts/paging.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { Free, type FreeObject } from '../../core/contracts/schema.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import { readEstimate } from '../../findings/estimates/get-estimate.ts'
import { historyEntryJson, selectHistory } from '../../inspection/history/queries.ts'
import { storageKey } from '../../inspection/images/storage-keys.ts'
import { captureLinkJson, visibleCaptureLinks } from '../../intake/capture/link-queries.ts'
import { readInspection } from '../../intake/inspections/get-inspection.ts'
import { readComparison } from '../../outputs/comparisons/get-comparison.ts'
import { listComparisons } from '../../outputs/comparisons/list-comparisons.ts'
import { listObjections } from '../../outputs/objections/list-objections.ts'
import { reportVersionJson, SHOWS_NOTHING_DELETED, selectReports } from '../../outputs/reports/queries.ts'
import { ReportVersions } from '../../outputs/reports/schema.ts'
import { selectHolds } from '../holds/queries.ts'
import type { ArchiveFile, MissingFile } from './write-archive.ts'

/** Writes JSON as the API answers it: nothing undeclared gets out. */
export type Serialize = (schema: TSchema, value: object) => string

type At = (name: string) => string
type Files = AsyncGenerator<ArchiveFile | MissingFile, void, undefined>

const PAGE = 20
const HISTORY_FILE_BYTES = 1024 * 1024

const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
}

/** Everything about some inspections, each file read when its turn comes. */
export async function* listFiles(
  ctx: Context,
  inspectionIds: readonly string[],
  serialize: Serialize,
): Files {
  for (const inspectionId of inspectionIds) {
    const at = (name: string) => `${inspectionId}/${name}`
    const write = (name: string, schema: TSchema, value: object): ArchiveFile => {
      const body = Buffer.from(serialize(schema, value))
      return { name: at(name), sizeBytes: body.length, body }
    }
    const linked = withFileNames(ctx, at)
    const options = { show_deleted_objects: true, light: false, sdkVersion: null }
    const inspection = await readInspection(linked, 'all', inspectionId, options)
    // Its deleted records are in it; a deleted inspection is as gone as for every other read.
    if (inspection.deleted_at) throw new Problem('not_found')
    yield write('inspection.json', Type.Ref('Inspection'), inspection)
    yield* listRecords(linked, inspectionId, write)
    const parameters = await readParameters(ctx, inspectionId)
    if (parameters.length > 0) yield write('picture-parameters.json', PictureParameters, { data: parameters })
    yield* listReportFiles(linked, inspectionId, at, write)
    yield* listObjectionFiles(linked, inspectionId, at, write)
    for (const { id, sha256 } of inspection.images) yield* openPicture(ctx, at, id, sha256)
  }
}

/** An archive has no addresses that open without a token: a picture is named by its file. */
function withFileNames(ctx: Context, at: At): Context {
  return {
    ...ctx,
    pictureUrls: {
      ...ctx.pictureUrls,
      sign: ({ image_id }) => at(`images/${image_id}`),
      signReport: ({ report_id }) => at(`reports/${report_id}.pdf`),
      signRenderedOutput: () => '',
    },
  }
}

/** What the client said of a picture for its checks, such as its sight. No other answer shows it as it came. */
const PictureParameters = Type.Object({
  data: Type.Array(Type.Object({ image_id: Type.String(), compliances: Free })),
})

function readParameters(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('images')
    .select(['id as image_id', sql<FreeObject>`compliance_parameters`.as('compliances')])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where(condition`compliance_parameters <> '{}'`)
    .orderBy('id')
    .execute()
}

type Write = (name: string, schema: TSchema, value: object) => ArchiveFile

async function* listRecords(ctx: Context, inspectionId: string, write: Write): Files {
  const estimate = await readEstimate(ctx, inspectionId).catch(passNotMade)
  if (estimate) yield write('estimate.json', Type.Ref('Estimate'), estimate)
  yield* listHistoryFiles(ctx, inspectionId, write)
  const hold = await selectHolds(ctx).where('holds.inspection_id', '=', inspectionId).executeTakeFirst()
  if (hold) yield write('hold.json', Type.Ref('Hold'), { object_type: 'HOLD', ...hold })
  const links = await visibleCaptureLinks(ctx, 'read')
    .where('capture_links.inspection_id', '=', inspectionId)
    .orderBy('capture_links.id')
    .execute()
  const Links = Type.Object({ data: Type.Array(Type.Ref('CaptureLink')) })
  if (links.length > 0) yield write('capture-links.json', Links, { data: links.map(captureLinkJson) })
  yield* listComparisonFiles(ctx, inspectionId, write)
}

function passNotMade(error: unknown): null {
  if (error instanceof Problem && error.code === 'estimate_not_made') return null
  throw error
}

/** In files of about a mebibyte: one for all could be of any size. */
async function* listHistoryFiles(ctx: Context, inspectionId: string, write: Write): Files {
  const History = Type.Object({ data: Type.Array(Type.Ref('HistoryEntry')) })
  let data: ReturnType<typeof historyEntryJson>[] = []
  let bytes = 0
  let number = 0
  const flush = () => {
    number += 1
    const file = write(`history/${String(number).padStart(4, '0')}.json`, History, { data })
    data = []
    bytes = 0
    return file
  }
  for (let after: string | undefined; ; ) {
    let events = selectHistory(ctx, inspectionId)
    if (after !== undefined) events = events.where('events.id', '>', after)
    const rows = await events.orderBy('events.id').limit(PAGE).execute()
    data.push(...rows.map(historyEntryJson))
    bytes += rows.reduce((sum, { changes }) => sum + JSON.stringify(changes).length, 0)
    after = rows.at(-1)?.id
    if (bytes >= HISTORY_FILE_BYTES) yield flush()
    if (rows.length < PAGE) break
  }
  if (data.length > 0) yield flush()
}

async function* listComparisonFiles(ctx: Context, inspectionId: string, write: Write): Files {
  for await (const { data } of readPages(inspectionId, (query) => listComparisons(ctx, query)))
    for (const { id } of data)
      yield write(`comparisons/${id}.json`, Type.Ref('Comparison'), await readComparison(ctx, id))
}

/** What people said against it, with their pictures. */
async function* listObjectionFiles(ctx: Context, inspectionId: string, at: At, write: Write): Files {
  for await (const { data } of readPages(inspectionId, (query) => listObjections(ctx, query)))
    for (const objection of data) {
      yield write(`objections/${objection.id}.json`, Type.Ref('Objection'), objection)
      for (const { id } of objection.pictures) yield* openPicture(ctx, at, id, null)
    }
}

type PageOf<R> = { data: R[]; paging: { next: string | null } }

async function* readPages<R>(
  inspectionId: string,
  list: (query: PageRequest & { inspection_id: string }) => Promise<PageOf<R>>,
): AsyncGenerator<PageOf<R>> {
  for (let after: string | null = null; ; ) {
    const query = { inspection_id: inspectionId, limit: PAGE, pagination_order: 'asc' as const }
    const page: PageOf<R> = await list(after === null ? query : { ...query, after })
    yield page
    after = page.paging.next
    if (after === null) return
  }
}

/** Those of its comparisons among them. */
async function* listReportFiles(ctx: Context, inspectionId: string, at: At, write: Write): Files {
  const rows = await selectReports(ctx)
    .select('reports.file_id')
    .where('reports.inspection_id', '=', inspectionId)
    .where(SHOWS_NOTHING_DELETED)
    .orderBy('reports.id')
    .execute()
  if (rows.length === 0) return
  yield write('reports.json', ReportVersions, {
    data: rows.map(({ file_id: _, ...row }) => reportVersionJson(ctx, row)),
  })
  for (const { id, file_id, sha256, status } of rows)
    if (status === 'DONE')
      yield openObject(ctx, at(`reports/${id}`), storageKey(ctx.org_id, file_id ?? id, 'report.pdf'), sha256)
}

/** As it was uploaded. Where a rule has let the original go, the picture that people see is all there is. */
async function* openPicture(ctx: Context, at: At, id: string, sha256: string | null): Files {
  const original = await openObject(ctx, at(`images/${id}`), storageKey(ctx.org_id, id, 'original'), sha256)
  yield original
  if (original.body === null)
    yield openObject(ctx, at(`pictures/${id}`), storageKey(ctx.org_id, id, 'picture.jpg'), null)
}

/** The file is named by what it holds. */
async function openObject(
  ctx: Context,
  name: string,
  key: string,
  sha256: string | null,
): Promise<ArchiveFile | MissingFile> {
  const object = await ctx.storage.get(key)
  if (!object) return { name, body: null }
  const { body, sizeBytes, contentType } = object
  return { name: `${name}.${ENDINGS[contentType] ?? 'bin'}`, sizeBytes, body, sha256 }
}
