import { bootstrap, type Figure, round } from './bootstrap.ts'
import type { PictureFacts } from './facts.ts'
import type { ModelClass } from './labelled.ts'
import { type Bin, calibrationError, reliabilityBins, shareOf } from './metrics.ts'
import { numberUnits } from './units.ts'

export type AlarmFigures = {
  pictures: number
  /** What is drawn again for the interval: pictures of one vehicle or one moment together. */
  groups: number
  alarms: Figure
  /** How many inspections of eight such pictures would show at least one, if the pictures were drawn at random. */
  inspections_of_8: Figure
  pictures_by_class: Record<string, number>
}
export type CalibrationFigures = { findings: number; error: Figure; bins: Bin[] }

const PICTURES_OF_INSPECTION = 8

/** How many undamaged pictures raise an alarm: at least one finding shown by default. */
export function alarmFigures(facts: readonly PictureFacts[], classes: readonly ModelClass[]): AlarmFigures {
  const units = numberUnits(facts)
  const rows = facts.map((fact) => ({ unit: units.of(fact), holds: shownOn(fact).length > 0 }))
  const { alarms } = bootstrap(units.count, { alarms: facts.length }, (weights) => ({
    alarms: shareOf(rows, weights),
  }))
  const byClass = classes.map((known, index): [string, number] => [
    known.name,
    facts.filter((fact) => shownOn(fact).some((finding) => finding.classIndex === index)).length,
  ])
  return {
    pictures: facts.length,
    groups: units.count,
    alarms,
    inspections_of_8: {
      value: inspectionsOf(alarms.value),
      low: inspectionsOf(alarms.low),
      high: inspectionsOf(alarms.high),
      n: facts.length,
    },
    pictures_by_class: Object.fromEntries(byClass.filter(([, count]) => count > 0)),
  }
}

const inspectionsOf = (share: number | null) =>
  share === null ? null : round(1 - (1 - share) ** PICTURES_OF_INSPECTION)

/** Whether a confidence is the share of such findings that are right. */
export function calibrationFigures(facts: readonly PictureFacts[]): CalibrationFigures {
  const units = numberUnits(facts)
  const rows = facts.flatMap((fact) => shownOn(fact).map((finding) => ({ ...finding, unit: units.of(fact) })))
  const { error } = bootstrap(units.count, { error: rows.length }, (weights) => ({
    error: calibrationError(rows, weights),
  }))
  const bins = reliabilityBins(rows, new Uint8Array(units.count).fill(1)).filter((bin) => bin.n > 0)
  return {
    findings: rows.length,
    error,
    bins: bins.map((bin) => ({
      ...bin,
      confidence: round(bin.confidence) ?? 0,
      right: round(bin.right) ?? 0,
    })),
  }
}

const shownOn = (fact: PictureFacts) => fact.findings.filter((finding) => finding.isShown && finding.isDamage)
