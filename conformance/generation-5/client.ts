import { createRequire } from 'node:module'
import type { MonkPicture } from '../pictures.ts'
import { readSubject } from '../subject.ts'

export type Config = { apiDomain: string; thumbnailDomain: string; authToken: string }
export type Id = { id: string }
export type Action = { type: string; payload: Record<string, unknown> & { pricing?: Pricing } }
export type Dispatch = (action: Action) => void

export type Inspection = {
  id: string
  type?: string
  tasks: string[]
  images: string[]
  damages: string[]
  parts: string[]
  vehicle?: string
  wheelAnalysis: unknown[]
  severityResults: string[]
  pricings: string[]
  pdfUrl?: string | null
  additionalData?: Record<string, unknown>
}
export type Image = {
  id: string
  inspectionId: string
  path: string
  thumbnailPath: string
  width: number
  height: number
  size: number
  mimetype: string
  type: string
  subtype?: string
  siblingKey?: string
  sightId?: string
  createdAt?: number
  label?: Record<string, string>
  status: string
  complianceIssues?: string[]
  detailedViewpoint?: { centersOn?: string[] }
  additionalData?: Record<string, unknown>
  renderedOutputs: string[]
  views: string[]
}
export type Task = {
  id: string
  name: string
  status: string
  images: string[]
  wheelAnalysisCloseUp?: boolean
}
export type Damage = { id: string; type: string; parts: string[]; relatedImages: string[] }
export type Part = { id: string; type: string; damages: string[]; relatedImages: string[] }
export type Pricing = { id: string; relatedItemType: string; relatedItemId?: string | null; pricing: number }
export type View = {
  id: string
  elementId: string
  imageRegion: { specification: { boundingBox?: Record<string, number>; polygons?: number[][][] } }
}
export type SeverityResult = {
  id: string
  label: string
  isUserModified: boolean
  relatedItemType: string
  relatedItemId: string
  value?: { level: number; pricing: number }
}
export type Entities = {
  inspections: Inspection[]
  images: Image[]
  tasks: Task[]
  damages: Damage[]
  parts: Part[]
  pricings: Pricing[]
  severityResults: SeverityResult[]
  vehicles: (Record<string, unknown> & Id)[]
  views: View[]
  renderedOutputs: { id: string; path: string; additionalData?: { description?: string } }[]
}

export type Compliance = {
  enableCompliance?: boolean
  useLiveCompliance?: boolean
  complianceIssues?: string[]
}
export type Upload = {
  uploadType: 'beauty_shot' | 'close_up_2_shot' | 'part_select_shot' | 'video_frame' | 'video_manual_photo'
  inspectionId: string
  picture: MonkPicture
  sightId?: string
  tasks?: string[]
  siblingKey?: string
  firstShot?: boolean
  vehicleParts?: string[]
  frameIndex?: number
  timestamp?: number
  alpha?: number
  compliance?: Compliance
  useThumbnailCaching?: boolean
}
type List = {
  filters?: Record<string, string | number | boolean>
  pagination?: { limit?: number; before?: string; after?: string }
  sort?: { sortByProperty: string; sortOrder?: 'asc' | 'desc' }
}
type Priced = { type: 'part'; pricing: number; vehiclePart: string } | { type: 'vehicle'; pricing: number }

/** The functions of the published package, as far as the suite looks at what they give back. */
type Api = {
  createInspection(options: Record<string, unknown>, config: Config): Promise<Id>
  getInspection(
    options: { id: string; light?: boolean; compliance?: Compliance },
    config: Config,
  ): Promise<{ entities: Entities }>
  getAllInspections(
    options: List,
    config: Config,
  ): Promise<{ entities: Entities; pagination: { before?: string | null; after?: string | null } }>
  getAllInspectionsCount(options: List, config: Config): Promise<{ count: number }>
  updateAdditionalData(
    options: { id: string; callback: (data?: Record<string, unknown>) => Record<string, unknown> },
    config: Config,
  ): Promise<Id>
  addImage(options: Upload, config: Config): Promise<{ image: Image }>
  deleteImage(options: { id: string; imageId: string }, config: Config): Promise<Id>
  deleteImagesBulk(
    options: { inspectionId: string; imageIds: string[] },
    config: Config,
  ): Promise<{ message: string; deletedImageIds: string[]; failed?: { imageId: string; reason: string }[] }>
  updateImageAdditionalData(
    options: { id: string; imageId: string; additionalData: Record<string, unknown> },
    config: Config,
  ): Promise<Id>
  updateTaskStatus(
    options: { inspectionId: string; name: string; status: string },
    config: Config,
  ): Promise<Id>
  startInspectionTasks(options: { inspectionId: string; names: string[] }, config: Config): Promise<Id[]>
  updateInspectionVehicle(
    options: { inspectionId: string; vehicle: Record<string, unknown> },
    config: Config,
  ): Promise<Id>
  createPricing(options: { id: string; pricing: Priced }, config: Config, dispatch?: Dispatch): Promise<Id>
  updatePricing(
    options: { id: string; pricingId: string; price: number },
    config: Config,
    dispatch?: Dispatch,
  ): Promise<Id>
  deletePricing(options: { id: string; pricingId: string }, config: Config): Promise<Id>
  createDamage(options: { id: string; damageType: string; vehiclePart: string }, config: Config): Promise<Id>
  deleteDamage(options: { id: string; damageId: string }, config: Config): Promise<Id>
  uploadPdf(options: { id: string; pdf: Blob }, config: Config, dispatch?: Dispatch): Promise<Id>
  getPdf(options: { id: string }, config: Config, dispatch?: Dispatch): Promise<unknown>
}

type Network = {
  MonkApi: Api
  isTokenExpired: (token: string) => boolean
  isUserAuthorized: (token: string, permissions: string[]) => boolean
}

const load = createRequire(import.meta.url)
// The package is installed when the suite runs, so the compiler has only the types above.
const network = load('@monkvision/network') as Network
export const api = network.MonkApi
export const { isTokenExpired, isUserAuthorized } = network

export const subject = readSubject()

/** How the published apps are told where the service is: a host without a scheme, and a token. */
export function configOf(authToken: string, url = subject.url): Config {
  const { host } = new URL(url)
  return { apiDomain: `${host}/v1`, thumbnailDomain: `${host}/image_resize`, authToken }
}

export const member = configOf(subject.tokens.member)
export const manager = configOf(subject.tokens.manager)

export async function read(id: string, light = true, config = member): Promise<Entities> {
  return (await api.getInspection({ id, light }, config)).entities
}

export async function create(
  tasks: unknown[],
  more: Record<string, unknown> = {},
  config = member,
): Promise<string> {
  return (await api.createInspection({ tasks, ...more }, config)).id
}
