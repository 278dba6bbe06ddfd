import { storageKey } from '../src/inspection/images/storage-keys.ts'
import type { Signer } from '../src/outputs/reports/signing/open-signer.ts'
import { type ErasureContext, eraseData } from '../src/privacy/erasures/erase-data.job.ts'
import type { Service } from './own-service.ts'
import { workerContext } from './runs.ts'

/** What the worker is given. */
export const erasureContext = (service: Service, signer: Signer | null = null): ErasureContext => ({
  ...workerContext(service),
  signer,
})

/** Asks for an erasure. No worker runs, so it waits for `runErasure`. */
export async function createErasure(service: Service, json: object, as = 'alder-manager'): Promise<string> {
  const { status, body } = await service.call('POST', '/erasures', { json, as })
  if (status !== 201) throw new Error(`nothing is erased: ${JSON.stringify(body)}`)
  return body.id
}

/** Does what the worker does with it, and returns the erasure as it is then. */
export async function runErasure(service: Service, id: string, signer: Signer | null = null) {
  await eraseData(erasureContext(service, signer), { erasure_id: id })
  return (await service.call('GET', `/erasures/${id}`)).body
}

/** What lies in the object store under these ids. */
export async function objectsOf(service: Service, ids: string[]): Promise<string[]> {
  const { storage } = erasureContext(service)
  const found = []
  const parts = ['original', 'picture.jpg', 'working.jpg', 'report.pdf'] as const
  for (const key of ids.flatMap((id) => parts.map((part) => storageKey(service.org.alder, id, part)))) {
    const object = await storage.get(key)
    object?.body.destroy()
    if (object) found.push(key)
  }
  return found
}
