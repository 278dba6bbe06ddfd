import { findCaptureStep } from '@walkaround/catalog/capture-steps'
import { nearestViewpoint } from '@walkaround/catalog/image-types'
import type { CaptureProfile } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../look/use-labels.ts'

/** Whether it comes with the service: such a profile has no maker and can't be changed. */
export const isShipped = ({ createdBy }: CaptureProfile): boolean => createdBy === null

export function useProfileName(): (profile: CaptureProfile | undefined) => string {
  const { t, i18n } = useTranslation('capture')
  return (profile) => {
    if (!profile) return t('profile.deleted')
    const key = `shipped.${profile.id}`
    return isShipped(profile) && i18n.exists(key, { ns: 'capture' }) ? t(key) : (profile.name ?? '')
  }
}

/** A place around the vehicle is named by its side and its angle: a walk has several of each side. */
export function useStepName(): (step: string) => string {
  const { t, i18n } = useTranslation('capture')
  const { viewpoints } = useLabels()
  return (step) => {
    const { kind, azimuth } = findCaptureStep(step) ?? {}
    if (kind === 'walk' && typeof azimuth === 'number')
      return t('step.around', { side: viewpoints[nearestViewpoint(azimuth)], degrees: Math.round(azimuth) })
    const key = `step.${step}`
    return i18n.exists(key, { ns: 'capture' }) ? t(key) : step
  }
}
