import { createRequire } from 'node:module'
import type {
  Compliance,
  Config,
  Damage,
  Id,
  Image,
  Inspection,
  Part,
  Task,
  Upload,
  View,
} from '../generation-5/client.ts'
import { readSubject } from '../subject.ts'

type Priced = {
  details: Record<string, { pricing: number; relatedItemType: string }>
  totalPrice?: number | null
}
export type Entities = {
  inspections: (Inspection & { pricing?: Priced })[]
  images: Image[]
  tasks: Task[]
  damages: Damage[]
  parts: Part[]
  views: View[]
  vehicles: (Record<string, unknown> & Id)[]
}

/** This generation has these functions only. */
type Api = {
  createInspection(options: Record<string, unknown>, config: Config): Promise<Id>
  getInspection(
    options: { id: string; compliance?: Compliance },
    config: Config,
  ): Promise<{ entities: Entities }>
  addImage(options: Upload, config: Config): Promise<{ image: Image }>
  updateTaskStatus(
    options: { inspectionId: string; name: string; status: string },
    config: Config,
  ): Promise<Id>
  startInspectionTasks(options: { inspectionId: string; names: string[] }, config: Config): Promise<Id[]>
  updateInspectionVehicle(
    options: { inspectionId: string; vehicle: Record<string, unknown> },
    config: Config,
  ): Promise<Id>
}

const load = createRequire(import.meta.url)
// The package is installed when the suite runs, so the compiler has only the types above.
const { MonkApi } = load('@monkvision/network') as { MonkApi: Api }
export const api = MonkApi

export const subject = readSubject()

export function configOf(authToken: string, url = subject.url): Config {
  const { host } = new URL(url)
  return { apiDomain: `${host}/v1`, thumbnailDomain: `${host}/image_resize`, authToken }
}

export const member = configOf(subject.tokens.member)
export const manager = configOf(subject.tokens.manager)

export const read = async (id: string, config = member) => (await api.getInspection({ id }, config)).entities

export const create = async (tasks: unknown[], config = member) =>
  (await api.createInspection({ tasks }, config)).id
