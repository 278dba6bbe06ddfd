import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type CaptureLink,
  type CaptureProfile,
  type Client,
  getCapture,
  listCaptureLinks,
  listCaptureProfiles,
} from '@walkaround/sdk'
import { useClient } from '../service/service-context.ts'

/** Required steps that have a picture, of one link. */
export type CaptureProgress = { linkId: string; done: number; total: number }

/** Under the inspection, so that everything of it is read again together. */
export const captureLinksKey = (inspectionId: string) => ['inspection', inspectionId, 'capture_links']
export const captureProgressKey = (inspectionId: string) => ['inspection', inspectionId, 'capture_progress']
const PROFILES_KEY = ['capture_profiles']
const REUSABLE_LINKS_KEY = ['reusable_capture_links']

const LINKS_MAX = 50
const REFRESH_MS = 15_000

/** The links to an inspection, the newest first. */
export function useCaptureLinks(inspectionId: string) {
  const client = useClient()
  return useQuery({
    queryKey: captureLinksKey(inspectionId),
    queryFn: async ({ signal }): Promise<CaptureLink[]> => {
      const query = { inspectionId, limit: LINKS_MAX }
      const { entities, result } = await listCaptureLinks(client, query, { signal })
      return result.flatMap((id) => entities.captureLinks?.[id] ?? [])
    },
  })
}

/** How far the person with the newest link is. Events tell what comes after. */
export function useCaptureProgress(inspectionId: string, isAsked: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: captureProgressKey(inspectionId),
    queryFn: ({ signal }) => readProgress(client, inspectionId, signal),
    enabled: isAsked,
  })
}

async function readProgress(
  client: Client,
  inspectionId: string,
  signal: AbortSignal,
): Promise<CaptureProgress> {
  const { captureLinkId, steps } = await getCapture(client, inspectionId, { signal })
  const required = steps.filter((step) => step.isRequired)
  const taken = required.filter(({ verdict }) => verdict !== 'missing')
  return { linkId: captureLinkId, done: taken.length, total: required.length }
}

/** The links of which each device gets an inspection of its own. */
export function useReusableLinks() {
  const client = useClient()
  return useQuery({
    queryKey: REUSABLE_LINKS_KEY,
    queryFn: async ({ signal }): Promise<CaptureLink[]> => {
      const query = { isReusable: true, limit: LINKS_MAX }
      const { entities, result } = await listCaptureLinks(client, query, { signal })
      return result.flatMap((id) => entities.captureLinks?.[id] ?? [])
    },
    refetchInterval: REFRESH_MS,
  })
}

/** The organization's own first, then those that come with the service. */
export function useCaptureProfiles() {
  const client = useClient()
  return useQuery({
    queryKey: PROFILES_KEY,
    queryFn: async ({ signal }): Promise<CaptureProfile[]> => {
      const { entities, result } = await listCaptureProfiles(client, { signal })
      return result.flatMap((id) => entities.captureProfiles?.[id] ?? [])
    },
  })
}

/** A change of links or profiles; what is shown follows. */
export function useCaptureChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: PROFILES_KEY }),
        queries.invalidateQueries({ queryKey: REUSABLE_LINKS_KEY }),
        queries.invalidateQueries({
          predicate: ({ queryKey: [area, , name] }) => area === 'inspection' && name === 'capture_links',
        }),
      ]),
  })
}
