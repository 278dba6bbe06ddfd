import { type Client, type Entities, getInspection } from '@walkaround/sdk'

export const inspectionKey = (inspectionId: string) => ['inspection', inspectionId, 'entities']

/** With what was rejected: it can be brought back. */
export async function readInspection(
  client: Client,
  inspectionId: string,
  signal?: AbortSignal,
): Promise<Entities> {
  const query = { showDeletedObjects: true, verbose: '1' as const }
  const { entities } = await getInspection(client, inspectionId, query, signal ? { signal } : {})
  return entities
}
