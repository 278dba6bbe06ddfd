import type { WheelCondition } from '@walkaround/catalog/wheel-conditions'
import type { Entities, WheelAnalysis } from '@walkaround/sdk'
import type { Box } from '../../review/geometry.ts'
import type { Picture } from '../../review/pictures.ts'

export const WHEEL_NAMES = [
  'wheel_front_left',
  'wheel_front_right',
  'wheel_back_left',
  'wheel_back_right',
] as const
export type WheelName = (typeof WHEEL_NAMES)[number]

/** One answer, and the pictures it was given on. */
export type Answer = { prediction: string; confidence: number | null; pictures: number[] }
export type Sighting = { id: string; picture: Picture; box: Box | null }
export type Wheel = { answers: Record<WheelCondition, Answer[]>; sightings: Sighting[] }

const UNKNOWN = 'UNKNOWN'
/** An answer that is not surer than this is a guess, and a guess is no answer. */
const GUESS_MAX = 0.5

/** What all pictures together say of a wheel. The surest answer stands first; one that contradicts it is kept. */
export function wheelOf(analyses: readonly WheelAnalysis[], pictures: readonly Picture[]): Wheel {
  const seen = analyses.flatMap((analysis) => {
    const picture = pictures.find((one) => one.id === analysis.imageId)
    return picture ? [{ analysis, picture }] : []
  })
  const answersTo = (pick: (analysis: WheelAnalysis) => WheelAnalysis['rimCondition']): Answer[] => {
    const given = seen.flatMap(({ analysis, picture }) => {
      const said = pick(analysis)
      if (!said) return []
      const isGuess = said.confidence <= GUESS_MAX
      return [{ ...(isGuess ? { prediction: UNKNOWN, confidence: -1 } : said), number: picture.number }]
    })
    const known = given.filter(({ prediction }) => prediction !== UNKNOWN)
    const groups = Map.groupBy(known.length > 0 ? known : given, ({ prediction }) => prediction)
    return [...groups]
      .map(([prediction, same]) => {
        const confidence = Math.max(...same.map((one) => one.confidence))
        // The service says -1 where no model can tell.
        return {
          prediction,
          confidence: confidence < 0 ? null : confidence,
          pictures: same.map((one) => one.number),
        }
      })
      .toSorted((a, b) => (b.confidence ?? -1) - (a.confidence ?? -1))
  }
  return {
    sightings: seen.map(({ analysis, picture }) => ({
      id: analysis.id,
      picture,
      box: analysis.bbox ?? null,
    })),
    answers: {
      rim_condition: answersTo((one) => one.rimCondition),
      rim_material: answersTo((one) => one.rimMaterial),
      rim_visual_aspect: answersTo((one) => one.rimVisualAspect),
      hubcap_over_rim: answersTo((one) => one.hubcapOverRim),
      hubcap_condition: answersTo((one) => one.hubcapCondition),
      hubcap_visual_aspect: answersTo((one) => one.hubcapVisualAspect),
    },
  }
}

/** By place; those of no known place under null. */
export function wheelsOf(entities: Entities, pictures: readonly Picture[]): Map<WheelName | null, Wheel> {
  const places = Map.groupBy(Object.values(entities.wheelAnalysis), (one) => one.wheelName ?? null)
  return new Map([...places].map(([name, analyses]) => [name, wheelOf(analyses, pictures)]))
}

const DAMAGED = 'DAMAGED'
const CONDITIONS = ['rim_condition', 'hubcap_condition'] as const

/** Whether the rim or the hubcap is damaged, by the surest answer to each; null where none is known. */
export function isDamaged({ answers }: Wheel): boolean | null {
  const surest = CONDITIONS.flatMap((condition) => answers[condition][0] ?? [])
  if (surest.some(({ prediction }) => prediction === DAMAGED)) return true
  return surest.some(({ prediction }) => prediction === `NOT_${DAMAGED}`) ? false : null
}
