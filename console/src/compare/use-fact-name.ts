import { useTranslation } from 'react-i18next'
import { VERDICTS } from './verdicts.ts'

/** What was said of a place, as a person calls it. */
export function useFactName(): (value: unknown) => string {
  const { t } = useTranslation('compare')
  return (value) => {
    const verdict = VERDICTS.find((one) => one === value)
    if (verdict) return t(`verdict.${verdict}`)
    if (typeof value === 'boolean') return t(value ? 'evidence.yes' : 'evidence.no')
    return value === null || value === undefined ? '–' : String(value)
  }
}
