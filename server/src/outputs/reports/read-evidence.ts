import type { Language } from '@walkaround/catalog/languages'
import { damageLabel } from '../../core/contracts/labels.ts'
import type { Context } from '../../core/platform/context.ts'
import { SIDES } from './comparison/comparison-content.ts'
import { comparisonContentOf } from './comparison/comparison-content-of.ts'
import { readComparisonFacts } from './comparison/read-comparison-facts.ts'
import { contentOf } from './content/content-of.ts'
import { readFacts } from './content/read-facts.ts'
import { frameOf } from './content/report-frame.ts'
import { chargesOf } from './pdf/comparison/charge-data.ts'
import { vehicleTexts } from './pdf/comparison/pages.ts'
import {
  amountText,
  type ComparisonSource,
  damageText,
  partText,
  sideOf,
  whyText,
} from './pdf/comparison/place-data.ts'
import { damageCards } from './pdf/damage-card-data.ts'
import { type Fact, tilesOf } from './pdf/first-page-data.ts'
import type { Photo, PhotoSource } from './pdf/photo-data.ts'
import type { Exact } from './pdf/printable-text.ts'
import { type Speech, speak } from './pdf/speak.ts'

/** Whose evidence: a comparison's, else the inspection's. */
export type Contested = { inspection_id: string; comparison_id: string | null; language: Language }

export type EvidencePhoto = { photo: Photo; image_id: string | null; captions: string[] }
export type Finding = {
  /** The damage of an inspection, or the place of a comparison. */
  id: string
  name: string
  /** Its severity, or what happened to it. */
  tag: string
  amount: string | null
  photos: EvidencePhoto[]
  facts: { label: string; value: string }[]
  why: string
}
/** What the paper says, in its words, for a page. */
export type Evidence = {
  title: string
  vehicle: string[]
  summary: string[]
  findings: Finding[]
  speech: Speech
}

/** Width by height of the pictures of a pair. */
const PAIR_RATIO = 1.6

/** Null when there is nothing to show any more, or a comparison is being made anew. */
export async function readEvidence(ctx: Context, contested: Contested): Promise<Evidence | null> {
  const { inspection_id, comparison_id, language } = contested
  const frame = frameOf(ctx.config, {
    report_id: inspection_id,
    created_at: new Date(ctx.clock.nowMs()).toISOString(),
    options: { language },
  })
  if (comparison_id !== null) {
    const facts = await readComparisonFacts(ctx, comparison_id)
    if (!facts || facts.later.inspection.deleted_at !== null) return null
    return ofComparison(withPictures(comparisonContentOf(facts, frame)))
  }
  const facts = await readFacts(ctx, inspection_id)
  return facts && ofInspection(withPictures(contentOf(facts, frame)))
}

function withPictures<Content extends ComparisonSource['content'] | PhotoSource['content']>(
  content: Content,
) {
  const pictures = new Set(content.images.map(({ image_id }) => image_id))
  return { content, pictures, speech: speak(content) }
}

function ofInspection(source: PhotoSource): Evidence {
  const { content, speech } = source
  const { vehicle } = content
  const names = [vehicle.plate, [vehicle.brand, vehicle.model].filter(Boolean).join(' '), vehicle.vin]
  const cards = damageCards(source)
  return {
    title: speech.words.title,
    vehicle: names.filter((text): text is string => Boolean(text)),
    // A dash stands for what nobody asked for.
    summary: tilesOf(source)
      .filter(({ value }) => value !== '–')
      .map(({ value, label }) => `${value} ${label}`),
    findings: content.damages.map(({ damage_id, number }, at) => {
      const card = cards[at]
      return {
        id: damage_id,
        name: `${damageLabel(number)} ${card?.title ?? ''}`,
        tag: card?.severity.label ?? '',
        amount: null,
        photos: (card?.photos ?? []).map(({ photo, captions }) => ({
          photo,
          image_id: imageOf(source, photo),
          captions: captions.map(textOf),
        })),
        facts: (card?.facts ?? []).map(({ label, value }) => ({ label, value: textOf(value) })),
        why: '',
      }
    }),
    speech,
  }
}

function ofComparison(source: ComparisonSource): Evidence {
  const { content, speech } = source
  const charges = chargesOf(source)
  return {
    title: speech.comparison.title,
    vehicle: vehicleTexts(source),
    summary: [charges.title, ...charges.notes],
    findings: content.places.map((place) => ({
      id: place.place_id,
      name: `${place.number} ${partText(source, place)}, ${damageText(source, place)}`,
      tag: speech.comparison.verdicts[place.verdict],
      amount: amountText(source, place),
      photos: SIDES.flatMap((side) => {
        const { photo, role, captions, source: from } = sideOf(source, place, side, PAIR_RATIO)
        if (!photo) return []
        return [{ photo, image_id: imageOf(source, photo), captions: [role, captions?.left ?? '', from] }]
      }),
      facts: [],
      why: whyText(source, place).join(''),
    })),
    speech,
  }
}

const imageOf = ({ content }: ComparisonSource | PhotoSource, { picture }: Photo): string | null =>
  picture === null ? null : (content.images[picture]?.image_id ?? null)

function textOf(value: Fact['value'] | Exact): string {
  if (typeof value === 'string') return value
  return 'exact' in value ? value.exact : value.parts.join(' · ')
}
