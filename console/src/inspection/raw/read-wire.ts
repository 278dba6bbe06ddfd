import { type Client, getInspection } from '@walkaround/sdk'

/** The bytes of the answer, which the SDK otherwise turns into records. Tokens, repeats and errors stay the SDK's. */
export async function readWire(
  client: Client,
  inspectionId: string,
  hasDeleted: boolean,
  signal: AbortSignal,
): Promise<string> {
  let text = ''
  const listening: Client = {
    ...client,
    isPlain: false,
    fetch: async (input, init) => {
      const response = await client.fetch(input, init)
      text = await response.clone().text()
      return response
    },
  }
  await getInspection(listening, inspectionId, hasDeleted ? { showDeletedObjects: true } : {}, { signal })
  return text
}

export function wireUrl({ baseUrl }: Client, inspectionId: string, hasDeleted: boolean): string {
  return `${baseUrl}/v1/inspections/${inspectionId}${hasDeleted ? '?show_deleted_objects=true' : ''}`
}
