import { DAMAGE_TYPES } from '@walkaround/catalog/damage-types'
import { PART_TYPES } from '@walkaround/catalog/parts'
import { SEVERITIES } from '@walkaround/catalog/severities'
import type { HistoryEntry } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../look/use-labels.ts'
import { useMoney } from '../../look/use-money.ts'
import { useWho } from '../use-who.ts'

/** What is told of a change, in this order. Everything else follows from it, or means nothing to a person. */
const TOLD = [
  'damageType',
  'partType',
  'damageSizeCm',
  'level',
  'repairOperation',
  'pricing',
  'polygons',
  'confirmedBy',
  'confidence',
] as const

export type Change = { field: string; before: unknown; after: unknown }

export function toldChanges({ changes, createdBy }: HistoryEntry): Change[] {
  return TOLD.flatMap((field) => {
    const change = changes?.[field]
    // Who corrects a damage confirms it: the entry says already who that is.
    if (!change || (field === 'confirmedBy' && change.after === createdBy)) return []
    return [{ field, ...change }]
  })
}

/** A value of a changed field, in words. */
export function useChangedValue(currency: string): (field: string, value: unknown) => string {
  const { t, i18n } = useTranslation('history')
  const labels = useLabels()
  const money = useMoney(currency)
  const who = useWho()
  return (field, value) => {
    if (value === null || value === undefined || value === '') return '–'
    const type = DAMAGE_TYPES.find((one) => field === 'damageType' && one === value)
    if (type) return labels.damage_types[type]
    const part = PART_TYPES.find((one) => field === 'partType' && one === value)
    if (part) return labels.parts[part]
    const severity = SEVERITIES.find((one) => field === 'level' && one.level === value)
    if (severity) return labels.severities[severity.name]
    if (field === 'pricing' && typeof value === 'number') return money(value)
    if (field === 'damageSizeCm') return t('cm', { size: Number(value).toLocaleString(i18n.language) })
    if (field === 'confidence') return Number(value).toLocaleString(i18n.language, { style: 'percent' })
    if (field === 'confirmedBy') return who(String(value))
    if (field === 'repairOperation') return t(`operation.${value}`, { defaultValue: String(value) })
    if (field === 'polygons' && Array.isArray(value)) return t('points', { count: value.flat().length })
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}
