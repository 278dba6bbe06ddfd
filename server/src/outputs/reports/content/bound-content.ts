import type { ReportContent, ReportDamage } from '../report-content.ts'

/** What a report holds at most. What is cut off is counted on the paper, and stays in the service. */
export const CONTENT_MAX = {
  damages: 200,
  images: 500,
  wheels: 100,
  documents: 100,
  readings: 40,
  views_per_damage: 3,
  /** Points of all outlines together. A view without its outline is shown by its box. */
  outline_points: 100_000,
  characters: 500,
} as const

type Unbounded = Omit<ReportContent, 'omitted'>

/** However much an inspection holds, its report can be laid out, and its data read again by whoever verifies it. */
export function boundContent(content: Unbounded, omittedHistory: number): ReportContent {
  const images = content.images.slice(0, CONTENT_MAX.images)
  const shown = new Set(images.map(({ image_id }) => image_id))
  return boundTexts({
    ...content,
    images,
    cover_image_id: shown.has(content.cover_image_id ?? '') ? content.cover_image_id : null,
    damages: boundDamages(content.damages.slice(0, CONTENT_MAX.damages), shown),
    wheels: content.wheels.filter(({ image_id }) => shown.has(image_id)).slice(0, CONTENT_MAX.wheels),
    documents: content.documents
      .filter(({ image_id }) => shown.has(image_id))
      .slice(0, CONTENT_MAX.documents)
      .map((document) => ({ ...document, readings: document.readings.slice(0, CONTENT_MAX.readings) })),
    omitted: {
      damages: Math.max(content.damages.length - CONTENT_MAX.damages, 0),
      images: content.images.length - images.length,
      history: omittedHistory,
    },
  })
}

/** The first views of each are the best ones. */
function boundDamages(damages: readonly ReportDamage[], shown: ReadonlySet<string>): ReportDamage[] {
  let left: number = CONTENT_MAX.outline_points
  return damages.map((damage) => ({
    ...damage,
    views: damage.views
      .filter(({ image_id }) => shown.has(image_id))
      .slice(0, CONTENT_MAX.views_per_damage)
      .map((view) => {
        const points = view.polygons.reduce((sum, ring) => sum + ring.length, 0)
        if (points > left) return { ...view, polygons: [] }
        left -= points
        return view
      }),
  }))
}

export function boundTexts<T>(value: T): T
export function boundTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > CONTENT_MAX.characters ? `${value.slice(0, CONTENT_MAX.characters - 1)}…` : value
  if (Array.isArray(value)) return value.map((item) => boundTexts(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, boundTexts(item)]))
}
