import { Problem } from '../../core/contracts/problems.ts'
import { readSettings } from '../../core/contracts/settings.ts'
import type { Context } from '../../core/platform/context.ts'
import { type Evidence, readEvidence } from '../reports/read-evidence.ts'
import { OBJECTION_SETTINGS } from './get-objection-settings.ts'
import type { ObjectionLinkRow } from './link-queries.ts'
import { type ContestPage, contestPage } from './page-html.ts'
import { objectionJson, selectObjections } from './queries.ts'
import type { Objection } from './schema.ts'

export type Contest = {
  link: ObjectionLinkRow
  evidence: Evidence
  objections: Objection[]
  answerDays: number
}

/** All that the page of a link shows: the evidence as the paper has it, what was objected with this link, and the answers. */
export async function readContest(ctx: Context, link: ObjectionLinkRow): Promise<Contest> {
  const evidence = await readEvidence(ctx, link)
  if (!evidence) throw new Problem('not_found')
  const rows = await selectObjections(ctx)
    .where('objections.link_id', '=', link.id)
    .orderBy('objections.id', 'desc')
    .execute()
  const { answer_days } = await readSettings(ctx, OBJECTION_SETTINGS)
  return { link, evidence, objections: rows.map((row) => objectionJson(ctx, row)), answerDays: answer_days }
}

export function renderContest(
  ctx: Context,
  { link, ...contest }: Contest,
  refused: Pick<ContestPage, 'failure' | 'draft'> = {},
): string {
  const { org_id, pictureUrls, config } = ctx
  return contestPage({
    ...contest,
    ...refused,
    language: link.language,
    path: `/contest/${link.id}`,
    urlOf: (image_id) => pictureUrls.sign({ org_id, image_id, variant: 'working.jpg' }),
    limits: { pictures: config.OBJECTION_PICTURES_MAX, objections: config.OBJECTIONS_PER_LINK_MAX },
  })
}
