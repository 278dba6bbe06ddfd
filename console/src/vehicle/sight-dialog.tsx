import { Link } from '@tanstack/react-router'
import type { PartType, TimelineEntry } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { buttonLook } from '../look/button-look.ts'
import { Dialog } from '../look/dialog.tsx'
import { useDateTime } from '../look/use-date-time.ts'
import { useLabels } from '../look/use-labels.ts'
import { PartCrop } from './part-crop.tsx'
import type { Sight } from './timeline-model.ts'

type Props = { sight: Sight; part: PartType; entry: TimelineEntry; onClose: () => void }

export function SightDialog({ sight, part, entry, onClose }: Props) {
  const { t } = useTranslation('vehicle')
  const labels = useLabels()
  const dateTime = useDateTime()
  const name = labels.parts[part]
  const taken = sight.picture.takenAt ?? entry.createdAt
  return (
    <Dialog
      open
      title={name}
      {...(taken ? { text: dateTime(taken) } : {})}
      onClose={onClose}
      className="w-[min(64rem,calc(100vw-2rem))]"
    >
      <div className="mt-3 h-[min(36rem,60dvh)] overflow-hidden rounded-control bg-surround">
        <PartCrop sight={sight} label={name} />
      </div>
      <div className="mt-4 flex justify-end gap-2">
        <Link
          to="/inspections/$inspectionId/review"
          params={{ inspectionId: entry.id }}
          search={{ image: sight.picture.id }}
          className={buttonLook()}
        >
          {t('whole')}
        </Link>
        <Button kind="main" autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
