import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../look/use-labels.ts'
import type { Place } from './compare-model.ts'

/** How a place is called aloud and in messages: "1 Front left door, Scratch". */
export function usePlaceName(): (place: Place) => string {
  const labels = useLabels()
  const { t } = useTranslation('compare')
  return useCallback(
    ({ number, partType, damageType }) =>
      t('place.name', {
        number,
        part: partType ? labels.parts[partType] : t('place.part_unknown'),
        type: damageType ? labels.damage_types[damageType] : t('place.type_unknown'),
      }),
    [labels, t],
  )
}
