import { useMutation, useQueryClient } from '@tanstack/react-query'
import { VIEWPOINTS, type Viewpoint } from '@walkaround/catalog/image-types'
import { createTaskRun, updateImage } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { toast } from '../../look/toast.ts'
import { useLabels } from '../../look/use-labels.ts'
import { analysisOf, DETECTION } from '../../review/analysis.ts'
import { inspectionKey } from '../../service/read-inspection.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import type { InspectionPicture } from './use-inspection-pictures.ts'

/** Long enough to set the sides of several pictures first. */
const OFFER_MS = 15_000

/** The side a picture shows. Whoever knows better says so, also later. */
export function SideChoice({ picture }: { picture: InspectionPicture }) {
  const { t } = useTranslation('pictures')
  const labels = useLabels()
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId, entities } = useInspection()
  const isDetected = analysisOf(Object.values(entities.tasks)) === 'done'
  const read = () => queries.invalidateQueries({ queryKey: inspectionKey(inspectionId) })
  const rerun = useMutation({
    mutationFn: () => createTaskRun(client, inspectionId, DETECTION),
    onError: (error) => toast.error(error.message),
    onSettled: read,
  })
  const choice = useMutation({
    mutationFn: (seenFrom: Viewpoint) => updateImage(client, inspectionId, picture.id, { seenFrom }),
    onSuccess: () => {
      if (!isDetected) return
      toast.message(t('side.changed'), {
        id: 'side',
        duration: OFFER_MS,
        action: { label: t('side.run'), onClick: () => rerun.mutate() },
      })
    },
    onError: (error) => toast.error(error.message),
    onSettled: read,
  })
  return (
    <select
      aria-label={t('side.label', { number: picture.number })}
      className="h-7 w-full min-w-0 rounded-control bg-raised px-1.5 text-sm max-sm:h-11"
      value={picture.side ?? ''}
      disabled={choice.isPending}
      onChange={({ target }) => {
        const side = VIEWPOINTS.find((one) => one === target.value)
        if (side) choice.mutate(side)
      }}
    >
      {picture.side ? null : <option value="">{t('side.choose')}</option>}
      {VIEWPOINTS.map((side) => (
        <option key={side} value={side}>
          {picture.side === side ? t('side.set', { side: labels.viewpoints[side] }) : labels.viewpoints[side]}
        </option>
      ))}
    </select>
  )
}
