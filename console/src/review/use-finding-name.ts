import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../look/use-labels.ts'
import type { Finding } from './review-model.ts'

/** How a damage is called in the list, on the picture and aloud: "D3 Front left door, Dent". */
export function useFindingName(): (finding: Finding) => string {
  const labels = useLabels()
  const { t } = useTranslation('review')
  return useCallback(
    (finding) => {
      const part = labels.parts[finding.partType ?? 'ignore']
      const type = labels.damage_types[finding.damageType]
      if (finding.label === null) return t('finding.name', { part, type })
      return t('finding.numbered', { number: finding.label, part, type })
    },
    [labels, t],
  )
}
