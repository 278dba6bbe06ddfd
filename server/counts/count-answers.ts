import { tokenOf } from '../../testing/tokens.ts'
import { createInspection } from '../test/factories.ts'
import type { Service } from '../test/own-service.ts'
import type { Figures } from './recorded-counts.ts'
import { createExample } from './requests.ts'

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g
const PAGE = 20

/** Ids and signatures are always of one length, and the rest is what was written. The database leaves out the zeros at the end of a time. */
async function bytesOf(service: Service, path: string): Promise<Figures> {
  const headers = { authorization: `Bearer ${await tokenOf('alder-manager')}` }
  const answer = await fetch(`${service.url}/v1${path}`, { headers })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  return { bytes: Buffer.byteLength((await answer.text()).replace(TIME, '2026-01-01T00:00:00.000000Z')) }
}

export async function countAnswers(service: Service): Promise<Record<string, Figures>> {
  const { at, image } = await createExample(service)
  // One more than a page, so that there is a next one.
  for (let n = 0; n <= PAGE; n++)
    await createInspection(service, {
      tasks: { damage_detection: {} },
      vehicle: { plate: `AB-${100 + n}-CD`, brand: 'Renault', model: 'Clio' },
      additional_data: { sight: 'front', label: { en: 'Front', fr: 'Avant' } },
    })
  const list = `/inspections?limit=${PAGE}&ownership_filter=organization_resources`
  return {
    getInspection: await bytesOf(service, at),
    getImage: await bytesOf(service, `${at}/images/${image}`),
    [`listInspections, a page of ${PAGE}`]: await bytesOf(service, list),
    [`listInspections, verbose, a page of ${PAGE}`]: await bytesOf(service, `${list}&verbose=1`),
    listHistory: await bytesOf(service, `${at}/history`),
  }
}
