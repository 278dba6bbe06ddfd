import { useTranslation } from 'react-i18next'
import { Forbidden as ForbiddenPiece } from '../pieces/forbidden.tsx'

export function Forbidden({ action }: { action: 'read' | 'write' }) {
  const { t } = useTranslation('capture')
  const permission =
    action === 'read' ? 'monk_core_api:inspections:read' : 'monk_core_api:inspections:write_organization'
  return <ForbiddenPiece title={t(`forbidden.${action}`)} permission={permission} />
}
