import { useMemo } from 'react'
import { type Picture, picturesOf } from '../../review/pictures.ts'
import { isKept, isOpen } from '../../review/review-model.ts'
import { useInspection } from '../inspection-context.ts'
import { useFindings } from '../use-findings.ts'
import { checkOf, type PictureCheck } from './picture-check.ts'
import { tasksToJoin } from './tasks-to-join.ts'

export type InspectionPicture = Picture & {
  version: number | undefined
  check: PictureCheck
  taskNames: string[]
  damageCount: number
  openCount: number
}

/** Every picture of the inspection, in its order, with its check and what was found on it. */
export function useInspectionPictures(): InspectionPicture[] {
  const { inspectionId, entities } = useInspection()
  const { findings } = useFindings()
  const awaiting = useMemo(() => tasksToJoin(entities), [entities])
  return useMemo(
    () =>
      picturesOf(inspectionId, entities).map((picture) => {
        const image = entities.images[picture.id]
        const taskNames = image?.tasks ?? []
        const found = findings.filter(
          (one) => isKept(one) && one.shapes.some((shape) => shape.imageId === picture.id),
        )
        return {
          ...picture,
          version: image?.version,
          check: checkOf(
            image?.compliances,
            taskNames.some((name) => awaiting.includes(name)),
          ),
          taskNames,
          damageCount: found.length,
          openCount: found.filter(isOpen).length,
        }
      }),
    [inspectionId, entities, findings, awaiting],
  )
}
