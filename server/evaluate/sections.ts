import type { Models } from '../src/analysis/inference/model.ts'
import { bystandersText, evaluateBystanders, writeBystandersCard } from './bystanders.ts'
import { compareText, evaluateCompare, writeCompareCard } from './compare/run.ts'
import { evaluateDamage, type Scope } from './damage.ts'
import { damageTables } from './damage-tables.ts'
import { evaluateForeignPlates } from './foreign-plates.ts'
import { evaluateInspections } from './inspections.ts'
import { evaluateParts } from './parts.ts'
import { evaluateQuality } from './quality.ts'
import { readingFigures } from './reading-figures.ts'
import { evaluateSizes } from './sizes.ts'
import { formatTable, rowsOf } from './tables.ts'
import { evaluateText } from './text.ts'
import { evaluateVehicles } from './vehicles.ts'
import { evaluateWheels } from './wheels.ts'

export type Report = Record<string, unknown>
/** `writeCard` where the figures have a card of their own. */
export type Measured = { report: Report; text: string; writeCard?: () => void }
export type Section = {
  /** Whose card shows the figures. */
  model: string | null
  run(models: Models, scope: Scope): Promise<Measured>
}

const tabled = (report: Report): Measured => ({
  report,
  text: formatTable(['figure', 'value', 'n'], rowsOf(report)),
})

export const SECTIONS = {
  damage: {
    model: 'damage-segmenter',
    run: async (models, scope) => {
      const report = await evaluateDamage(models, scope)
      return { report: { ...report }, text: damageTables(report) }
    },
  },
  parts: {
    model: 'part-segmenter',
    run: async (models, scope) =>
      tabled({
        ...(await evaluateParts(models, scope)),
        plate_widths: await evaluateSizes(models, scope.data),
      }),
  },
  wheels: {
    model: 'wheel-locator',
    run: async (models, { data }) => tabled({ ...(await evaluateWheels(models, data)) }),
  },
  vehicles: {
    model: 'vehicle-detector',
    run: async (models, { data }) =>
      tabled({
        whole_vehicles_refused: await evaluateVehicles(models, data, 'held_out'),
        whole_vehicles_refused_where_thresholds_were_chosen: await evaluateVehicles(
          models,
          data,
          'chosen_on',
        ),
      }),
  },
  text: {
    model: 'text-recognizer',
    run: async (models, { data }) =>
      tabled({
        ...readingFigures(await evaluateText(models, data)),
        plates_of_many_countries: await evaluateForeignPlates(models, data, 'held_out'),
        plates_of_many_countries_where_rules_were_chosen: await evaluateForeignPlates(
          models,
          data,
          'chosen_on',
        ),
      }),
  },
  compare: {
    model: null,
    run: async (models, scope) => {
      const report = await evaluateCompare(models, scope)
      return { report: { ...report }, text: compareText(report), writeCard: () => writeCompareCard(report) }
    },
  },
  bystanders: {
    model: null,
    run: async (models, scope) => {
      const report = await evaluateBystanders(models, scope)
      return {
        report: { ...report },
        text: bystandersText(report),
        writeCard: () => writeBystandersCard(report),
      }
    },
  },
  inspections: {
    model: null,
    run: async (models, scope) => tabled(await evaluateInspections(models, scope)),
  },
  quality: { model: null, run: async (_, { data }) => tabled(await evaluateQuality(data)) },
} satisfies Record<string, Section>
export type SectionName = keyof typeof SECTIONS
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]
