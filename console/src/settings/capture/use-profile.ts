import { useCaptureProfiles } from '../../capture/use-capture.ts'

/** One of the list, which is short. `null`: there is none of this id. */
export function useProfile(profileId: string) {
  const { data: profiles, error, refetch } = useCaptureProfiles()
  const profile = profiles ? (profiles.find(({ id }) => id === profileId) ?? null) : undefined
  return { profile, error, refetch }
}
