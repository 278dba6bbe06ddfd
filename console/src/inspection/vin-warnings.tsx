import type { Vehicle } from '@walkaround/sdk'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** What speaks against the VIN. It is kept all the same: papers are sometimes odd. */
export function VinWarnings({ vehicle: { vinWarnings = [], brand } }: { vehicle: Vehicle }) {
  const { t } = useTranslation('inspection')
  if (vinWarnings.length === 0) return null
  return (
    <ul className="mt-3 grid gap-1 text-bad text-sm">
      {vinWarnings.map((warning) => (
        <li key={warning} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(`vin.${warning}`, { make: brand ?? '' })}
        </li>
      ))}
    </ul>
  )
}
