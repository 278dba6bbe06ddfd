import type { InspectionStatus } from '@walkaround/sdk'
import { CircleCheck, CircleDashed, Eye, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../look/chip.tsx'

const LOOK: Record<InspectionStatus, { icon: LucideIcon; look: string }> = {
  NOT_STARTED: { icon: CircleDashed, look: 'border border-quiet text-quiet' },
  IN_PROGRESS: { icon: LoaderCircle, look: 'bg-chosen' },
  DONE: { icon: Eye, look: 'bg-minor text-on-minor' },
  ERROR: { icon: TriangleAlert, look: 'bg-severe text-on-severe' },
  VALIDATED: { icon: CircleCheck, look: 'border border-good text-good' },
}

export function StatusChip({ status }: { status: InspectionStatus }) {
  const { t } = useTranslation('list')
  return <Chip {...LOOK[status]} text={t(`status.${status}`)} />
}
