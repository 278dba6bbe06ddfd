import { useMutation, useQueryClient } from '@tanstack/react-query'
import { VIEWPOINTS } from '@walkaround/catalog/image-types'
import { updateImage } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { toast } from '../../look/toast.ts'
import { useLabels } from '../../look/use-labels.ts'
import { alphaOf } from '../../review/seen-from.ts'
import { inspectionKey } from '../../service/read-inspection.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import type { InspectionPicture } from './use-inspection-pictures.ts'

/** The side a picture shows. Whoever knows better says so, also later. */
export function SideChoice({ picture }: { picture: InspectionPicture }) {
  const { t } = useTranslation('pictures')
  const labels = useLabels()
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId } = useInspection()
  const choice = useMutation({
    mutationFn: (alpha: number) =>
      updateImage(client, inspectionId, picture.id, { additionalData: { alpha } }),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: inspectionKey(inspectionId) }),
  })
  return (
    <select
      aria-label={t('side.label', { number: picture.number })}
      className="h-7 w-full min-w-0 rounded-control bg-raised px-1.5 text-sm max-sm:h-11"
      value={picture.side ?? ''}
      disabled={choice.isPending}
      onChange={({ target }) => {
        const side = VIEWPOINTS.find((one) => one === target.value)
        if (side) choice.mutate(alphaOf(side))
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
