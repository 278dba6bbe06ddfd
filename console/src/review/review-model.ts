import type { DamageType, Entities, PartType, TaskStatus } from '@walkaround/sdk'
import { type Analysis, analysisOf } from './analysis.ts'
import { areaOf, type Box, boxOf, centerOf, cornersOf, type Point } from './geometry.ts'
import { type Picture, picturesOf } from './pictures.ts'
import { numberOf } from './walk-around.ts'

/** A model, or a client of the service, proposes; a person decides. */
export type FindingState = 'proposed' | 'decided' | 'rejected'

export type Shape = {
  viewId: string
  damageId: string
  imageId: string
  polygons: Point[][]
  box: Box
  area: number
}

export type Finding = {
  id: string
  /** As the service calls it, "D3", and its number alone: given once. Null while it is not saved. */
  label: string | null
  number: number | null
  damageType: DamageType
  /** Null where it is not known. */
  partType: PartType | null
  state: FindingState
  isByModel: boolean
  confidence: number | null
  createdBy: string
  createdAt: string
  confirmedBy: string | null
  confirmedAt: string | null
  sizeCm: number | null
  /** Severity, operation and cost are those of the part, or of what it is priced with. */
  severityId: string | null
  level: number | null
  cost: number | null
  /** A part has one price, which stands with the first of its damages; the others name that one. */
  pricedWith: string | null
  isReplaced: boolean
  version: number | null
  severityVersion: number | null
  shapes: Shape[]
}

export type ReviewTask = { name: string; status: TaskStatus; waitsForPerson: boolean }

export type Review = {
  id: string
  title: string
  vehicleType: string | null
  currency: string
  total: number | null
  findings: Finding[]
  pictures: Picture[]
  tasks: ReviewTask[]
  analysis: Analysis
  /** The severities there are, by part. */
  severityIds: Partial<Record<PartType, string>>
  /** Proposals that are at least so sure can be confirmed together. */
  threshold: number
  /** Where pictures show parts: says which part a new damage is on. */
  partRegions: { imageId: string; partType: PartType; polygon: Point[]; area: number }[]
}

const MODEL_AUTHOR = 'algo'
const THRESHOLD = 0.5
const CURRENCY_UNKNOWN = 'EUR'

export function reviewOf(id: string, entities: Entities): Review {
  const vehicle = Object.values(entities.vehicles)[0]
  const named = [vehicle?.plate, [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ')].filter(Boolean)
  const pictures = picturesOf(id, entities)
  const pricing = Object.values(entities.pricings).find((one) => one.currency)
  return {
    id,
    title: named.join(' · '),
    vehicleType: vehicle?.vehicleType ?? null,
    currency: pricing?.currency ?? CURRENCY_UNKNOWN,
    total: vehicle?.repairEstimate ?? null,
    findings: findingsOf(entities, pictures),
    pictures,
    tasks: Object.values(entities.tasks).flatMap(({ name, status, waitsForPerson = false }) =>
      name && status ? [{ name, status, waitsForPerson }] : [],
    ),
    analysis: analysisOf(Object.values(entities.tasks)),
    severityIds: severityIdsOf(entities),
    threshold: thresholdOf(entities),
    partRegions: partRegionsOf(entities),
  }
}

function thresholdOf({ tasks }: Entities): number {
  const detection = Object.values(tasks).find((task) => task.name === 'damage_detection')
  return detection?.damageScoreThreshold ?? THRESHOLD
}

/** By picture in the order of the walk, on a picture from left to right: whoever follows looks at each picture once. */
function findingsOf(entities: Entities, pictures: readonly Picture[]): Finding[] {
  const places = new Map(pictures.map(({ id }, at) => [id, at]))
  const shapes = Map.groupBy(shapesOf(entities), (shape) => shape.damageId)
  return Object.values(entities.damages)
    .map((damage) => {
      const own = shapes.get(damage.id) ?? []
      const [surest] = own
      const place = surest ? (places.get(surest.imageId) ?? places.size) : places.size + 1
      return { place, middle: surest ? centerOf(surest.box) : [0, 0], ...findingOf(entities, damage.id, own) }
    })
    .toSorted(
      (a, b) =>
        a.place - b.place ||
        (a.middle[0] ?? 0) - (b.middle[0] ?? 0) ||
        (a.middle[1] ?? 0) - (b.middle[1] ?? 0) ||
        (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER) ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ place, middle, ...finding }) => finding)
    .map(pricedOnce)
}

/** The price of a part stands beside its surest damage: beside a doubtful one it would look like the price of that. */
function pricedOnce(finding: Finding, _: number, all: readonly Finding[]): Finding {
  if (finding.partType === null || !isKept(finding)) return finding
  const [surest] = all
    .filter((one) => one.partType === finding.partType && isKept(one))
    .toSorted((a, b) => surenessOf(b) - surenessOf(a))
  return surest && surest.id !== finding.id ? { ...finding, pricedWith: surest.label } : finding
}

const surenessOf = ({ state, confidence }: Finding) => (state === 'decided' ? 1 : (confidence ?? 1))

function findingOf(entities: Entities, id: string, shapes: Shape[]): Finding {
  const damage = entities.damages[id] ?? { id }
  const [partId = ''] = damage.parts ?? []
  const partType = knownPart(damage.partType ?? entities.parts[partId]?.partType)
  const severity = severityOfPart(entities, partType)
  const custom = severity?.value?.customSeverity
  const isRejected = Boolean(damage.deletedAt)
  return {
    id,
    label: damage.label ?? null,
    number: numberOf(damage.label),
    damageType: damage.damageType ?? 'scratch',
    partType,
    state: isRejected ? 'rejected' : damage.confirmedBy ? 'decided' : 'proposed',
    isByModel: damage.createdBy === MODEL_AUTHOR,
    confidence: damage.confidence ?? null,
    createdBy: damage.createdBy ?? '',
    createdAt: damage.createdAt ?? '',
    confirmedBy: damage.confirmedBy ?? null,
    confirmedAt: damage.confirmedAt ?? null,
    sizeCm: damage.damageSizeCm ?? null,
    severityId: severity?.id ?? null,
    level: custom?.level ?? damage.severityLevel ?? null,
    cost: custom?.pricing ?? null,
    pricedWith: null,
    isReplaced: custom?.repairOperation.REPLACE ?? false,
    version: damage.version ?? null,
    severityVersion: severity?.version ?? null,
    shapes,
  }
}

/** The API says `ignore` where it does not know the part. That is no part: nothing is shared under it. */
function knownPart(partType: PartType | undefined): PartType | null {
  return partType === undefined || partType === 'ignore' || partType === 'background' ? null : partType
}

function severityIdsOf({ severityResults }: Entities): Review['severityIds'] {
  const live = Object.values(severityResults).filter(({ deletedAt }) => !deletedAt)
  return Object.fromEntries(live.flatMap(({ label, id }) => (knownPart(label) ? [[label, id]] : [])))
}

export function severityOfPart(entities: Entities, partType: PartType | null) {
  return Object.values(entities.severityResults).find((one) => one.label === partType && !one.deletedAt)
}

/** The surest first. */
function shapesOf(entities: Entities): Shape[] {
  const views = Object.values(entities.views).toSorted((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1))
  return views.flatMap((view) => {
    const { damageId, imageId, boundingBox } = view
    const damage = damageId ? entities.damages[damageId] : undefined
    if (!damage || !imageId || !isSeen(view.deletedAt, damage.deletedAt)) return []
    const polygons = polygonsOf(view.polygons, boundingBox)
    const [first] = polygons
    if (!first) return []
    return {
      viewId: view.id,
      damageId: damage.id,
      imageId,
      polygons,
      box: boundingBox ?? boxOf(first),
      area: polygons.reduce((sum, polygon) => sum + areaOf(polygon), 0),
    }
  })
}

/** A rejected damage still shows where it was: its views went with it, those deleted before did not. */
function isSeen(viewDeletedAt?: string | null, damageDeletedAt?: string | null): boolean {
  if (!viewDeletedAt) return true
  return Boolean(damageDeletedAt) && viewDeletedAt >= (damageDeletedAt ?? '')
}

function polygonsOf(given: number[][][] | undefined, box: Box | undefined): Point[][] {
  const polygons = (given ?? []).map((points) => points.map(([x = 0, y = 0]): Point => [x, y]))
  const drawn = polygons.filter((points) => points.length > 2)
  return drawn.length > 0 || !box ? drawn : [cornersOf(box)]
}

function partRegionsOf(entities: Entities): Review['partRegions'] {
  return Object.values(entities.views).flatMap(({ partId, imageId, polygons, boundingBox, deletedAt }) => {
    const partType = knownPart(partId ? entities.parts[partId]?.partType : undefined)
    if (!partType || !imageId || deletedAt) return []
    return polygonsOf(polygons, boundingBox).map((polygon) => ({
      imageId,
      partType,
      polygon,
      area: areaOf(polygon),
    }))
  })
}

/** How many of the damages the sum speaks of. */
export function pricedOf({ findings }: Review): { priced: number; total: number } {
  const kept = findings.filter(isKept)
  return { priced: kept.filter(({ cost }) => cost !== null).length, total: kept.length }
}

export const isOpen = (finding: Finding) => finding.state === 'proposed'
export const isKept = (finding: Finding) => finding.state !== 'rejected'

export const isValidated = ({ tasks }: Review) =>
  tasks.length > 0 && tasks.every((task) => task.status === 'VALIDATED')
