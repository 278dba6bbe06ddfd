/** Time as ISO 8601 text. */
type Time = string
/** JSON of a client or a model; its keys stay as they were written. */
export type Free = Record<string, unknown>
export type Amount = { value: number | null; unit: string | null }
export type BoundingBox = { xmin: number; ymin: number; width: number; height: number }
export type Prediction = { prediction: string | null; confidence: number | null }
export type DamageArea = { id?: string; relevantElements?: string[] }

/** One answer shows only a part of a record, so only the id is certain. Fields not named here come through too. */
type Entity<Fields> = {
  id: string
  createdAt?: Time
  deletedAt?: Time | null
  deleted?: boolean
  /** Goes up with every change. */
  version?: number
} & {
  [Field in keyof Fields]?: Fields[Field] | null
}

export type Inspection = Entity<{
  ownerId: string
  creatorId: string
  status: 'NOT_STARTED' | 'IN_PROGRESS' | 'DONE' | 'ERROR' | 'VALIDATED'
  inspectionType: string
  accidentNature: string
  relatedInspectionId: string
  usageDuration: number
  damageAreas: DamageArea[]
  additionalData: Free
  images: string[]
  tasks: string[]
  vehicle: string
  damages: string[]
  parts: string[]
  severityResults: string[]
  wheelAnalysis: string[]
  documents: string[]
  pricing: Record<string, { details: Record<string, string>; totalPrice?: number | null }>
  plate: string
  pdfUrl: string
  pdfGenerationReady: boolean
}>

export type Vehicle = Entity<{
  brand: string
  model: string
  plate: string
  vehicleType: string
  series: string
  vehicleStyle: string
  vehicleAge: string
  vin: string
  color: string
  exteriorCleanliness: string
  interiorCleanliness: string
  dateOfCirculation: string
  mileage: Amount
  marketValue: Amount
  ownerInfo: Free
  duplicateKeys: boolean
  expertiseRequested: boolean
  carRegistration: boolean
  vehicleQuotation: number
  tradeInOffer: number
  repairEstimate: number
  additionalData: Free
}>

export type Image = Entity<{
  inspection: { id: string }
  path: string
  name: string
  mimetype: string
  imageWidth: number
  imageHeight: number
  binarySize: number
  sha256: string
  capturedAt: Time
  imageType: string
  imageSubtype: string
  imageSiblingKey: string
  rotateImageBeforeUpload: string
  tasks: string[]
  compliances: Free
  damageArea: DamageArea
  detailedViewpoint: { isExterior?: boolean | null; distance?: string | null; centersOn?: string | string[] }
  viewpoint: Prediction
  hasVehicle: boolean
  odometer: Free
  warningLights: { activatedWarningLights?: string[]; lightToScore?: Free }
  wheelAnalysis: string
  views: string[]
  renderedOutputs: string[]
  additionalData: Free
}>

export type Task = Entity<{
  name: string
  status: 'NOT_STARTED' | 'TODO' | 'IN_PROGRESS' | 'DONE' | 'ERROR' | 'VALIDATED'
  startedAt: Time
  doneAt: Time
  inspectionId: string
  images: { imageId: string; details?: Free }[]
  arguments: Free
  confidencePreExecution: boolean
  confidencePreExecutionStatus: string
  confidencePostExecution: boolean
  damageScoreThreshold: number
  scoring: Free
  errorMessages: string[]
}>

export type View = Entity<{
  createdBy: string
  imageId: string
  imageRegionId: string
  /** The damage or part that is seen here. */
  elementId: string
  damageId: string
  partId: string
  polygons: number[][][]
  boundingBox: BoundingBox
  /** Of the model; absent where a person drew it. */
  confidence: number
  renderedOutputs: string[]
}>

export type RelatedImage = { baseImageId?: string; baseImageType?: string; path?: string; order?: number }

export type Damage = Entity<{
  createdBy: string
  inspectionId: string
  damageType: string
  damageSizeCm: number
  sizeCmLow: number
  sizeCmHigh: number
  scaleSource: string
  /** Of the model; absent where a person made it. */
  confidence: number
  partConfidence: number
  partSource: string
  partType: string
  parts: string[]
  relatedImages: RelatedImage[]
}>

export type Part = Entity<{
  createdBy: string
  inspectionId: string
  partType: string
  damageIds: string[]
  relatedImages: RelatedImage[]
}>

export type RenderedOutput = Entity<{ path: string; baseImageId: string; additionalData: Free }>

export type SeverityResult = Entity<{
  createdBy: string
  inspectionId: string
  isUserModified: boolean
  label: string
  relatedItemType: string
  relatedItemId: string
  value: {
    customSeverity?: { level?: number | null; pricing?: number | null; repairOperation?: Free | null }
  }
}>

export type Pricing = Entity<{
  createdBy: string
  inspectionId: string
  isUserModified: boolean
  partType: string
  relatedItemType: string
  relatedItemId: string
  pricing: number
  currency: string
  operations: string[]
  hours: Record<string, number>
}>

export type WheelAnalysis = Entity<{
  imageId: string
  wheelName: string
  rimCondition: Prediction
  rimMaterial: Prediction
  rimVisualAspect: Prediction
  hubcapOverRim: Prediction
  hubcapCondition: Prediction
  hubcapVisualAspect: Prediction
  bbox: BoundingBox
}>

export type Document = Entity<{
  inspectionId: string
  imageId: string
  type: string
  additionalData: Free
  content: unknown
}>
export type Report = Entity<{ inspectionId: string; status: string; source: string; pdfUrl: string }>
export type ErrorMessage = Entity<{ message: string; errorCode: number; traceId: string; code: string }>

export type HistoryEntry = Entity<{
  createdBy: string
  type: string
  itemType: string
  itemId: string
  itemVersion: number
  reason: string
  changes: Record<string, { before: unknown; after: unknown }>
}>

/** Amounts are minor units of `currency`. */
export type Estimate = Entity<{
  inspectionId: string
  version: number
  createdBy: string
  region: string
  currency: string
  scope: string
  table: { id: string; version: string; sha256: string }
  wearPack: { id: string; version: string; sha256: string } | null
  parts: Record<string, unknown>[]
  net: { low: number; likely: number; high: number }
  taxRate: number
  tax: { low: number; likely: number; high: number }
  total: { low: number; likely: number; high: number }
  verdicts: Record<string, unknown>[]
  notPriced: Record<string, unknown>[]
}>

/** Every map is always there; what an answer does not hold is an empty map. */
export type Entities = {
  inspections: Record<string, Inspection>
  images: Record<string, Image>
  views: Record<string, View>
  damages: Record<string, Damage>
  parts: Record<string, Part>
  tasks: Record<string, Task>
  vehicles: Record<string, Vehicle>
  renderedOutputs: Record<string, RenderedOutput>
  severityResults: Record<string, SeverityResult>
  pricings: Record<string, Pricing>
  wheelAnalysis: Record<string, WheelAnalysis>
  documents: Record<string, Document>
  reports: Record<string, Report>
  errorMessages: Record<string, ErrorMessage>
  historyEntries: Record<string, HistoryEntry>
  estimates: Record<string, Estimate>
}

export type PageLink = { limit: number; after?: string; before?: string; paginationOrder: string }
export type Paging = {
  cursors: { before: string | null; after: string | null; next: PageLink | null; previous: PageLink | null }
  previous: string | null
  next: string | null
}

export type Normalized = {
  entities: Entities
  /** The id of the main record, or the ids in the order of the wire; null where an answer is about none. */
  result: string | string[] | null
  paging?: Paging
  /** What is no record: `total`, `subCount`, `message`, `failed`, `pdfData`, `estimateEffect`. */
  [field: string]: unknown
}
