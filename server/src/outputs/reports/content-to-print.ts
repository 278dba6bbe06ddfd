import { sql } from 'kysely'
import type { JobPayloads } from '../../core/contracts/jobs.ts'
import type { Context } from '../../core/platform/context.ts'
import { comparisonContentOf, shownImages } from './comparison/comparison-content-of.ts'
import { readComparisonFacts } from './comparison/read-comparison-facts.ts'
import { contentOf } from './content/content-of.ts'
import { readFacts } from './content/read-facts.ts'
import { frameOf } from './content/report-frame.ts'
import type { ReportError } from './end-report.ts'
import type { PrintedContent } from './printed-content.ts'
import { codeOf, contentDigest } from './report-code.ts'
import type { CreateReport } from './schema.ts'

type Asked = { created_at: string; options: CreateReport; comparison_id: string | null }

/** `seen` is the state that the content knows of: a later one makes the report outdated. */
export type ToPrint = {
  content: PrintedContent
  image_ids: string[]
  seen: { change_count: number } | { comparison_version: number; estimate_version: number }
}

/** What a report is to say, of an inspection or a comparison; the reason where there is nothing to tell of any more. */
export async function readContent(
  ctx: Context,
  { inspection_id, report_id }: JobPayloads['make_report'],
  asked: Asked,
): Promise<ToPrint | ReportError> {
  const contest_url = await findContestUrl(ctx, inspection_id, asked.comparison_id)
  const frame = frameOf(ctx.config, { ...asked, report_id, contest_url })
  if (asked.comparison_id !== null) {
    const facts = await readComparisonFacts(ctx, asked.comparison_id)
    if (!facts) return 'comparison_gone'
    const content = seal(comparisonContentOf(facts, frame))
    const seen = { comparison_version: facts.comparison.version, estimate_version: facts.estimate_version }
    return { content, image_ids: shownImages(content), seen }
  }
  const facts = await readFacts(ctx, inspection_id)
  if (!facts) return 'inspection_deleted'
  const content = seal(contentOf(facts, frame))
  return {
    content,
    image_ids: content.images.map(({ image_id }) => image_id),
    seen: { change_count: facts.inspection.change_count },
  }
}

/** The code on the paper is the beginning of the digest of everything else it says. */
function seal<T extends PrintedContent>(content: T): T {
  const { verification } = content
  return verification
    ? { ...content, verification: { ...verification, code: codeOf(contentDigest(content)) } }
    : content
}

/** Of the newest link that is open. Its code is nowhere but with whoever was given it. */
async function findContestUrl(
  ctx: Context,
  inspectionId: string,
  comparisonId: string | null,
): Promise<string | null> {
  const link = await ctx.db
    .selectFrom('objection_links')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('comparison_id', comparisonId === null ? 'is' : '=', comparisonId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return link ? `${ctx.config.PUBLIC_URL}/contest/${link.id}` : null
}
