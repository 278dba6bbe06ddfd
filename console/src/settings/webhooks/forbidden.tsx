import { useTranslation } from 'react-i18next'
import { Forbidden as ForbiddenPiece } from '../pieces/forbidden.tsx'

export function Forbidden({ action }: { action: 'read' | 'write' }) {
  const { t } = useTranslation('settings')
  return (
    <ForbiddenPiece
      title={t(`webhooks.forbidden.${action}`)}
      permission={`monk_core_api:inspections:${action}_organization`}
    />
  )
}
