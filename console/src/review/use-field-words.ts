import { DAMAGE_TYPES } from '@walkaround/catalog/damage-types'
import { PART_TYPES } from '@walkaround/catalog/parts'
import { SEVERITIES } from '@walkaround/catalog/severities'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../look/use-labels.ts'

/** The value of a corrected field as a person calls it. */
export function useFieldWords(): (field: string, value: unknown) => string {
  const { t } = useTranslation('review')
  const labels = useLabels()
  return (field, value) => {
    const type = DAMAGE_TYPES.find((one) => field === 'damageType' && one === value)
    const part = PART_TYPES.find((one) => field === 'partType' && one === value)
    const severity = SEVERITIES.find((one) => field === 'level' && one.level === value)
    if (type) return labels.damage_types[type]
    if (part) return labels.parts[part]
    if (severity) return labels.severities[severity.name]
    if (field === 'repairOperation' && (value === 'repair' || value === 'replace'))
      return t(`operation.${value}`)
    if (field === 'polygons')
      return Array.isArray(value) ? t('conflict.points', { count: value.flat().length }) : ''
    if (field === 'mileage' && typeof value === 'object') return Object.values(value ?? {}).join(' ')
    return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value ?? '–')
  }
}
